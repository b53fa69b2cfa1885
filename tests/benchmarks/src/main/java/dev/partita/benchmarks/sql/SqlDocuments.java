package dev.partita.benchmarks.sql;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Documents of the SQL comparison, each derived from its number. */
public final class SqlDocuments {

  public static final int JSON_BYTES = 1_000;
  static final int PER_TENTH = 10;
  static final int KEYS = 1_000;
  static final int CITIES = 100;
  static final int SHOPS = 100;
  static final int STATUSES = 10;
  static final int TAGS = 10_000;
  static final int SKUS = 10_000;

  private static final int BATCH = 50;
  private static final int TEXT_LENGTH = 560;

  /** Scatters neighbouring numbers, so that equal values are in all partitions. */
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private SqlDocuments() {}

  static String id(long number) {
    return "document-" + number;
  }

  static String key(long number) {
    return "key-" + number % KEYS;
  }

  /**
   * Order in which documents are stored, the same for every database: a batch has documents of one
   * key, and batches cycle over the keys, so that documents with equal or neighbouring values are
   * stored apart from each other.
   *
   * @return the numbers of each batch's documents
   */
  static Stream<long[]> batches(long from, long to) {
    long rows = (long) BATCH * KEYS;
    return LongStream.range(from / rows * KEYS, (to + rows - 1) / rows * KEYS)
        .mapToObj(batch -> batch(batch, from, to))
        .filter(numbers -> numbers.length > 0);
  }

  private static long[] batch(long batch, long from, long to) {
    long first = batch / KEYS * BATCH * KEYS + batch % KEYS;
    return LongStream.range(0, BATCH)
        .map(i -> first + i * KEYS)
        .filter(number -> number >= from && number < to)
        .toArray();
  }

  static JsonObject document(long number) {
    SplittableRandom random = new SplittableRandom(number * MIX);
    return JsonObject.builder()
        .put("id", id(number))
        .put("pk", key(number))
        .put("number", JsonNumber.of(number))
        .put("tenth", JsonNumber.of(number / PER_TENTH))
        .put("city", "city-" + random.nextInt(CITIES))
        .put("shop", "shop-" + random.nextInt(SHOPS))
        .put("status", "status-" + random.nextInt(STATUSES))
        .put("price", JsonNumber.of(random.nextInt(100_000)))
        .put("tags", JsonArray.of(tag(random), tag(random), tag(random)))
        .put("lines", JsonArray.of(line(random), line(random)))
        .put("text", text(random))
        .build();
  }

  private static JsonString tag(SplittableRandom random) {
    return JsonString.of("tag-" + random.nextInt(TAGS));
  }

  private static JsonObject line(SplittableRandom random) {
    return JsonObject.builder()
        .put("sku", "sku-" + random.nextInt(SKUS))
        .put("quantity", JsonNumber.of(1 + random.nextInt(9)))
        .build();
  }

  private static String text(SplittableRandom random) {
    StringBuilder text = new StringBuilder(TEXT_LENGTH);
    while (text.length() < TEXT_LENGTH) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }
}
