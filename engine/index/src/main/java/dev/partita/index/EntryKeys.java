package dev.partita.index;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.partition.RecordKey;
import java.util.Arrays;

/**
 * The keys of index entries: kind │ which │ terms │ item, behind the number of the key space that
 * the store has in front. The item is written as {@link RecordKey#encode} does, so that entries of
 * one term are in the order of the records.
 */
final class EntryKeys {

  /** Terms of one path. */
  static final int RANGE = 'I';

  /** Terms of the columns of a composite index. */
  static final int COMPOSITE = 'C';

  /** Cells of the shapes at one path. */
  static final int SPATIAL = 'S';

  /** The kind and the hash of the path or of the composite index. */
  static final int TERMS_OFFSET = 1 + Long.BYTES;

  private EntryKeys() {}

  /** What precedes the terms. */
  static byte[] head(int kind, long hash) {
    return new KeyWriter(9).u8(kind).u64(hash).toBytes();
  }

  static RecordKey parseItem(byte[] key, int offset) {
    return RecordKey.decode(
        offset > key.length ? Bytes.EMPTY : Arrays.copyOfRange(key, offset, key.length));
  }
}
