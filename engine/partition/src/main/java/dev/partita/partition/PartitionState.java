package dev.partita.partition;

import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;

/**
 * What a physical partition remembers from commit to commit.
 *
 * @param lsn of the last transaction
 * @param timeMillis of the last transaction; later ones never have an earlier time
 * @param serial the last number that {@link Transaction#nextSerial} gave out
 * @param sizeBytes of all records, keys included
 */
public record PartitionState(
    long lsn, long timeMillis, long serial, long sizeBytes, long recordCount) {

  public static final PartitionState EMPTY = new PartitionState(0, 0, 0, 0, 0);
  private static final int FORMAT = 1;

  public byte[] encode() {
    return new KeyWriter(41)
        .u8(FORMAT)
        .u64(lsn)
        .u64(timeMillis)
        .u64(serial)
        .u64(sizeBytes)
        .u64(recordCount)
        .toBytes();
  }

  public static PartitionState decode(byte[] bytes) {
    KeyReader reader = new KeyReader(bytes);
    int format = reader.u8();
    if (format != FORMAT) {
      throw new DatabaseException(ErrorCode.CORRUPT, "A partition's state has an unknown format.")
          .with("format", format);
    }
    return new PartitionState(reader.u64(), reader.u64(), reader.u64(), reader.u64(), reader.u64());
  }
}
