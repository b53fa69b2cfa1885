package dev.partita.collection;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.bson.BsonDocument;
import dev.partita.partition.EntryCursor;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.RecordReader;
import dev.partita.partition.SegmentReader;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What became of statements that may be sent again: written with the data that they changed, in the
 * logical partition of that, and found by session and statement in all of them. Pure functions.
 */
final class StatementRecords {

  /** What their keys in the index family begin with. */
  static final int KIND = 'R';

  private static final int SESSION_BYTES = 16;
  private static final int HEAD_BYTES = 2 * Long.BYTES;

  private StatementRecords() {}

  static void write(DocumentStore transaction, StatementId id, BsonDocument result) {
    byte[] value = new byte[HEAD_BYTES + result.byteLength()];
    Bytes.writeLong(value, 0, id.transaction());
    Bytes.writeLong(value, Long.BYTES, transaction.timeMillis());
    result.copyTo(value, HEAD_BYTES);
    transaction.putIndex(key(id, transaction.logicalKey()), value);
  }

  /** The result of a statement that a logical partition has carried out; null if it has not. */
  static @Nullable BsonDocument find(DocumentStore transaction, StatementId id) {
    return result(transaction.index(key(id, transaction.logicalKey())), id);
  }

  /** The same for all logical partitions. */
  static @Nullable BsonDocument find(SegmentReader reader, StatementId id) {
    try (EntryCursor cursor = reader.entries(KeyRange.prefix(prefix(id)))) {
      while (cursor.next()) {
        BsonDocument result = result(reader.index(cursor.key()), id);
        if (result != null) {
          return result;
        }
      }
    }
    return null;
  }

  private static @Nullable BsonDocument result(byte @Nullable [] value, StatementId id) {
    return value == null || Bytes.readLong(value, 0) != id.transaction()
        ? null
        : BsonDocument.trusted(value, HEAD_BYTES);
  }

  /** Whether a value is of the form of results. */
  static boolean isReadable(byte[] value) {
    if (value.length <= HEAD_BYTES) {
      return false;
    }
    try {
      var _ = BsonDocument.read(value, HEAD_BYTES, value.length - HEAD_BYTES);
      return true;
    } catch (DatabaseException _) {
      return false;
    }
  }

  /** When the statement was carried out that an entry tells of; -1 if there is none. */
  static long timeMillis(RecordReader reader, byte[] entry) {
    return timeMillis(reader.index(entry));
  }

  static long timeMillis(byte @Nullable [] value) {
    return value == null ? -1 : Bytes.readLong(value, Long.BYTES);
  }

  static KeyRange all() {
    return KeyRange.prefix(new byte[] {KIND});
  }

  /** The logical partition that an entry is of, as keys have it. */
  static byte[] logical(byte[] entry) {
    return Arrays.copyOfRange(entry, 1 + SESSION_BYTES + Integer.BYTES, entry.length);
  }

  private static byte[] prefix(StatementId id) {
    return new KeyWriter().u8(KIND).raw(id.session()).u32(id.statement()).toBytes();
  }

  private static byte[] key(StatementId id, LogicalKey logical) {
    return Bytes.concat(prefix(id), logical.encoded());
  }
}
