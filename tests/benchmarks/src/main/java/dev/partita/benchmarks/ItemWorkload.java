package dev.partita.benchmarks;

import dev.partita.base.bytes.Bytes;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.index.DocumentIndexer;
import dev.partita.index.EntryChange;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonWriter;
import dev.partita.partition.KeySpace;
import dev.partita.storage.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Items of one kilobyte of JSON, one for each number: with an id of its own, under one of ten
 * thousand partition keys, in random order; and the bytes under which the database stores it. Both
 * forms are assembled from prepared parts, since the time of assembling them is part of the
 * measurement. Immutable.
 */
final class ItemWorkload {

  static final int PARTITION_KEYS = 10_000;
  static final int JSON_BYTES = 1024;

  private static final int TEMPLATES = 64;
  private static final DocumentIndexer INDEXER = new DocumentIndexer(IndexingPolicy.DEFAULT);
  private static final String NO_ID = "0000000000000000";
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private final List<PartitionKey> keys;
  private final byte[][] keyPrefixes;
  private final JsonObject[] documents = new JsonObject[TEMPLATES];
  private final byte[][] records = new byte[TEMPLATES][];
  // Prefixes of the keys of an item's index entries, with everything indexed.
  private final List<List<byte[]>> entryHeads = new ArrayList<>();
  private final int idOffset;

  ItemWorkload() {
    keys =
        IntStream.range(0, PARTITION_KEYS)
            .mapToObj(i -> PartitionKey.of("customer-%05d".formatted(i)))
            .toList();
    Random random = new Random(42);
    try (Database database = Database.over(new MemoryStore(), 1)) {
      KeySpace space = new KeySpace(database.container().number());
      keyPrefixes =
          keys.stream()
              .map(key -> space.record(Database.SCHEME.logicalKey(key), Bytes.EMPTY))
              .toArray(byte[][]::new);
      for (int i = 0; i < TEMPLATES; i++) {
        documents[i] = document(random);
        records[i] = record(database.items(), documents[i]);
        entryHeads.add(
            INDEXER
                .allEntries(documents[i], 1_800_000_000)
                .keys(new EntryChange.Item(space.index(Bytes.EMPTY), Bytes.EMPTY)));
      }
    }
    idOffset = new String(records[0], StandardCharsets.ISO_8859_1).indexOf(NO_ID);
  }

  /** Document without an id and a partition key. */
  private static JsonObject document(Random random) {
    JsonObject body =
        JsonObject.builder()
            .put("id", NO_ID)
            .put("pk", "customer-00000")
            .put("name", letters(random, 20))
            .put("email", letters(random, 12) + "@" + letters(random, 8) + ".example")
            .put("createdSeconds", 1_700_000_000 + random.nextInt(100_000_000))
            .put("balance", random.nextInt(1_000_000))
            .put("active", random.nextBoolean())
            .put(
                "address",
                JsonObject.builder()
                    .put("street", letters(random, 24))
                    .put("city", letters(random, 12))
                    .put("code", 10_000 + random.nextInt(90_000))
                    .build())
            .put(
                "tags",
                JsonArray.of(
                    IntStream.range(0, 5)
                        .mapToObj(_ -> JsonString.of(letters(random, 8)))
                        .toList()))
            .put("notes", "")
            .build();
    int rest = JSON_BYTES - JsonWriter.bytes(body).length;
    return body.with("notes", JsonString.of(letters(random, rest)));
  }

  private static byte[] record(Items items, JsonObject document) {
    return items.upsert(null, document, Precondition.NONE).requireItem().backing().clone();
  }

  /** The item as a document. */
  JsonObject document(long number) {
    long id = scatter(number);
    return documents[template(id)].toBuilder()
        .put("id", idText(id))
        .put("pk", keys.get(key(id)).components().getFirst())
        .build();
  }

  PartitionKey partitionKey(long number) {
    return keys.get(key(scatter(number)));
  }

  String id(long number) {
    return idText(scatter(number));
  }

  /** The key under which the database stores the item. */
  byte[] storedKey(long number) {
    long id = scatter(number);
    byte[] prefix = keyPrefixes[key(id)];
    byte[] stored = new byte[prefix.length + NO_ID.length()];
    System.arraycopy(prefix, 0, stored, 0, prefix.length);
    writeId(stored, prefix.length, id);
    return stored;
  }

  /** The value that the database stores under that key, without system properties. */
  byte[] storedValue(long number) {
    long id = scatter(number);
    byte[] stored = records[template(id)].clone();
    writeId(stored, idOffset, id);
    return stored;
  }

  /** Keys of the item's index entries, if everything is indexed; their values are empty. */
  List<byte[]> entryKeys(long number) {
    byte[] stored = storedKey(number);
    List<byte[]> heads = entryHeads.get(template(scatter(number)));
    List<byte[]> entries = new ArrayList<>(heads.size());
    for (byte[] head : heads) {
      byte[] key = Arrays.copyOf(head, head.length + stored.length - Integer.BYTES);
      System.arraycopy(stored, Integer.BYTES, key, head.length, stored.length - Integer.BYTES);
      entries.add(key);
    }
    return entries;
  }

  /** Bytes of a key and its value; a zero in a hash takes two bytes. */
  int storedBytes() {
    return keyPrefixes[0].length + NO_ID.length() + records[0].length;
  }

  private static int template(long id) {
    return (int) (id & (TEMPLATES - 1));
  }

  private static int key(long id) {
    return (int) Long.remainderUnsigned(id >>> 8, PARTITION_KEYS);
  }

  /** Bijection that scatters: the finalizer of SplitMix64. */
  private static long scatter(long number) {
    long z = (number + 1) * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  private static String idText(long id) {
    byte[] text = new byte[NO_ID.length()];
    writeId(text, 0, id);
    return new String(text, StandardCharsets.ISO_8859_1);
  }

  private static void writeId(byte[] bytes, int offset, long id) {
    for (int i = 0; i < NO_ID.length(); i++) {
      bytes[offset + i] = HEX[(int) (id >>> (60 - 4 * i)) & 0xF];
    }
  }

  private static String letters(Random random, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }
}
