package dev.partita.replication;

import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;

/**
 * The end of an epoch of a partition: from this entry of the log on, no effect happens that was
 * evaluated under an older version of the partition map. It comes before the map changes, so that a
 * leader that has not heard of the change cannot write beside one that has. Every replica keeps it
 * in its store.
 *
 * @param epoch the version of the map that is to come; a fence that is behind another one of the
 *     partition changes nothing
 */
public record Fence(int segment, int partition, long term, int epoch)
    implements Proposable, LogEntry {

  /** What follows the segment in the key of a partition's fence. */
  public static final int KIND = 'F';

  private static final int FORMAT = 1;

  /** Where the store has the fence of a partition, in {@link Family#STATE}. */
  public static byte[] key(int segment, int partition) {
    return new KeyWriter(9).u32(segment).u8(KIND).u32(partition).toBytes();
  }

  /**
   * The epoch of a fence as the store has it.
   *
   * @throws DatabaseException CORRUPT
   */
  public static int decode(byte[] value) {
    KeyReader reader = new KeyReader(value);
    int format = reader.u8();
    int epoch = format == FORMAT ? reader.u32() : 0;
    if (format != FORMAT || epoch < 1 || !reader.atEnd()) {
      throw new DatabaseException(ErrorCode.CORRUPT, "The fence of a partition cannot be read.")
          .with("format", format)
          .with("epoch", epoch);
    }
    return epoch;
  }

  /** The epoch from which on effects of a partition happen; 0 if it has no fence. */
  public static int epoch(Reader store, int segment, int partition) {
    byte[] stored = store.get(Family.STATE, key(segment, partition));
    return stored == null ? 0 : decode(stored);
  }

  @Override
  public Batch batch() {
    byte[] value = new KeyWriter(5).u8(FORMAT).u32(epoch).toBytes();
    return new Batch(32).put(Family.STATE, key(segment, partition), value);
  }
}
