package dev.partita.document;

import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.catalogue.UniqueKey;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.json.JsonWriter;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.Transaction;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The unique keys of a container: for each, an entry per logical partition and combination of
 * values that names the item which has them. A missing value counts as null. Immutable.
 */
final class UniqueIndex {

  static final int KIND = 'U';
  private static final int PLAIN_BYTES_MAX = 128;

  private final List<UniqueKey> keys;

  UniqueIndex(List<UniqueKey> keys) {
    this.keys = keys;
  }

  boolean isEmpty() {
    return keys.isEmpty();
  }

  /** How many entries an item has. */
  int size() {
    return keys.size();
  }

  /**
   * Moves the entries from the old version to the new one.
   *
   * @param makesWay asks the item with an id to give up its entries, if it can
   * @throws DatabaseException CONFLICT if another item has the values
   */
  void update(
      Transaction transaction,
      byte[] id,
      @Nullable JsonObject before,
      @Nullable JsonObject after,
      Predicate<byte[]> makesWay) {
    List<byte[]> old = before == null ? List.of() : entries(transaction.logicalKey(), before);
    List<byte[]> now = after == null ? List.of() : entries(transaction.logicalKey(), after);
    for (int i = 0; i < now.size(); i++) {
      byte[] holder = transaction.index(now.get(i));
      if (holder != null && !Arrays.equals(holder, id) && !makesWay.test(holder)) {
        throw conflict(i, holder);
      }
    }
    for (int i = 0; i < keys.size(); i++) {
      boolean same = before != null && after != null && Arrays.equals(old.get(i), now.get(i));
      if (before != null && !same && Arrays.equals(transaction.index(old.get(i)), id)) {
        transaction.deleteIndex(old.get(i));
      }
      if (after != null && !same) {
        transaction.putIndex(now.get(i), id);
      }
    }
  }

  /**
   * @param key which of the unique keys
   * @param holder the id of the item that has the values
   */
  DatabaseException conflict(int key, byte[] holder) {
    return new DatabaseException(
            ErrorCode.CONFLICT,
            "Another item of the logical partition has the same values for a unique key.")
        .with("paths", keys.get(key).paths())
        .with("otherId", new String(holder, StandardCharsets.UTF_8));
  }

  /** The keys of an item's entries in the index family, without the container's prefix. */
  List<byte[]> entries(LogicalKey logical, JsonObject document) {
    List<byte[]> entries = new ArrayList<>(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      KeyWriter values = new KeyWriter();
      for (JsonPath path : keys.get(i).paths()) {
        values.escaped(encode(path.evaluate(document)));
      }
      entries.add(
          new KeyWriter()
              .u8(KIND)
              .raw(logical.encoded())
              .u8(i)
              .raw(shorten(values.toBytes()))
              .toBytes());
    }
    return entries;
  }

  private static byte[] encode(JsonValue value) {
    KeyWriter writer = new KeyWriter();
    switch (value) {
      case JsonUndefined _ -> writer.u8(1);
      case JsonNull _ -> writer.u8(1);
      case JsonBoolean truth -> writer.u8(truth.value() ? 3 : 2);
      case JsonNumber number ->
          // Adding zero makes minus zero zero: they are the same number.
          writer.u8(5).u64(Double.doubleToLongBits(number.doubleValue() + 0.0));
      case JsonString(String text) -> writer.u8(8).utf8(text);
      case JsonArray array -> writer.u8(10).raw(JsonWriter.bytes(array));
      case JsonObject object -> writer.u8(11).raw(JsonWriter.bytes(object));
    }
    return writer.toBytes();
  }

  /** Long values are represented by their digest, so that keys stay short. */
  private static byte[] shorten(byte[] values) {
    if (values.length <= PLAIN_BYTES_MAX) {
      return new KeyWriter().u8(0).raw(values).toBytes();
    }
    try {
      return new KeyWriter()
          .u8(1)
          .raw(MessageDigest.getInstance("SHA-256").digest(values))
          .toBytes();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }
}
