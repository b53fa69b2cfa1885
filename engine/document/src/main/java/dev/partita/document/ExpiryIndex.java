package dev.partita.document;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.RecordKey;
import dev.partita.partition.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * When items expire that have a time to live of their own: an entry per item, in the order of time.
 * Items that live by the container's default have none, since the default may change; they are
 * found in the change log, which is in the order of their times anyway.
 */
final class ExpiryIndex {

  static final int KIND = 'E';
  private static final byte[] PRESENT = new byte[0];

  /** An entry: when which item expires. */
  record Entry(long seconds, RecordKey key) {}

  private ExpiryIndex() {}

  static void update(
      Transaction transaction, byte[] id, @Nullable StoredItem before, long afterSeconds) {
    if (before != null && before.ttlSeconds() > 0) {
      transaction.deleteIndex(entry(transaction.logicalKey(), id, expirySeconds(before)));
    }
    if (afterSeconds > 0) {
      transaction.putIndex(entry(transaction.logicalKey(), id, afterSeconds), PRESENT);
    }
  }

  /** When an item expires by its own time to live; 0 if it has none. */
  static long expirySeconds(StoredItem item) {
    return item.ttlSeconds() > 0 ? item.seconds() + item.ttlSeconds() : 0;
  }

  static byte[] entry(LogicalKey logical, byte[] id, long seconds) {
    return new KeyWriter().u8(KIND).u64(seconds).raw(logical.encoded()).raw(id).toBytes();
  }

  /** The entries up to a time, that time included. */
  static KeyRange until(long seconds) {
    return new KeyRange(
        new KeyWriter().u8(KIND).toBytes(), new KeyWriter().u8(KIND).u64(seconds + 1).toBytes());
  }

  static Entry parse(byte[] key) {
    KeyReader reader = new KeyReader(key);
    reader.u8();
    long seconds = reader.u64();
    return new Entry(seconds, RecordKey.decode(reader.rest()));
  }
}
