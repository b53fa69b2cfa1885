package dev.partita.index;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.RecordKey;
import java.util.Arrays;

/**
 * The keys of index entries: container │ kind │ which │ terms │ item. The item is written as in its
 * record's key, so that entries of one term are in the order of the records.
 */
final class EntryKeys {

  /** Terms of one path. */
  static final int RANGE = 'I';

  /** Terms of the columns of a composite index. */
  static final int COMPOSITE = 'C';

  /** Cells of the shapes at one path. */
  static final int SPATIAL = 'S';

  /** The container's number, the kind and the hash of the path or of the composite index. */
  static final int TERMS_OFFSET = Integer.BYTES + 1 + Long.BYTES;

  private EntryKeys() {}

  /** What precedes the terms, without the container's number. */
  static byte[] head(int kind, long hash) {
    return new KeyWriter(9).u8(kind).u64(hash).toBytes();
  }

  static byte[] item(LogicalKey logical, byte[] id) {
    return Bytes.concat(logical.encoded(), id);
  }

  static RecordKey parseItem(byte[] key, int offset) {
    byte[] item = offset > key.length ? Bytes.EMPTY : Arrays.copyOfRange(key, offset, key.length);
    KeyReader reader = new KeyReader(item);
    return new RecordKey(LogicalKey.read(reader), reader.rest());
  }

  /** The items with a position in the range. */
  static KeyRange items(KeyRange positions) {
    byte[] end = positions.end();
    return new KeyRange(
        new KeyWriter().escapedPrefix(positions.start()).toBytes(),
        end == null ? null : new KeyWriter().escapedPrefix(end).toBytes());
  }

  /** The items of a logical partition. */
  static KeyRange items(LogicalKey logical) {
    return KeyRange.prefix(item(logical, Bytes.EMPTY));
  }
}
