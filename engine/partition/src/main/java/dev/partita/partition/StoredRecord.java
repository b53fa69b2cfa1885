package dev.partita.partition;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A stored value: where it stands in the change log, and the payload of the layer above. A view of
 * the bytes as the store returned them; nothing is copied until asked for.
 */
public final class StoredRecord {

  /** Where the payload begins in {@link #bytes}. */
  public static final int PAYLOAD_OFFSET = 11;

  private static final byte FORMAT = 1;
  private static final int LSN_OFFSET = 1;
  private static final int SEQUENCE_OFFSET = 9;

  private final byte[] bytes;

  private StoredRecord(byte[] bytes) {
    this.bytes = bytes;
  }

  public static @Nullable StoredRecord read(byte @Nullable [] bytes) {
    if (bytes == null) {
      return null;
    }
    if (bytes.length < PAYLOAD_OFFSET || bytes[0] != FORMAT) {
      throw new DatabaseException(ErrorCode.CORRUPT, "A record has an unknown format.")
          .with("bytes", bytes.length)
          .with("format", bytes.length == 0 ? -1 : bytes[0]);
    }
    return new StoredRecord(bytes);
  }

  /**
   * Completes a record in place.
   *
   * @param bytes {@link #PAYLOAD_OFFSET} free bytes, then the payload
   */
  public static byte[] stamp(byte[] bytes, long lsn, int sequence) {
    bytes[0] = FORMAT;
    Bytes.writeLong(bytes, LSN_OFFSET, lsn);
    bytes[SEQUENCE_OFFSET] = (byte) (sequence >>> 8);
    bytes[SEQUENCE_OFFSET + 1] = (byte) sequence;
    return bytes;
  }

  /** The log sequence number of the transaction that wrote this version. */
  public long lsn() {
    return Bytes.readLong(bytes, LSN_OFFSET);
  }

  /** Which of its transaction's changes this version is. */
  public int sequence() {
    return ((bytes[SEQUENCE_OFFSET] & 0xFF) << 8) | (bytes[SEQUENCE_OFFSET + 1] & 0xFF);
  }

  /** The whole record; the payload begins at {@link #PAYLOAD_OFFSET}. Not to be modified. */
  public byte[] bytes() {
    return bytes;
  }

  public byte[] payload() {
    return Arrays.copyOfRange(bytes, PAYLOAD_OFFSET, bytes.length);
  }

  public int sizeBytes() {
    return bytes.length;
  }
}
