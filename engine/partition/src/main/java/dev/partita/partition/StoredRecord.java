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
    requireFormat(bytes, bytes.length);
    return new StoredRecord(bytes);
  }

  /**
   * Checks a record of which the beginning is known, at least up to its payload.
   *
   * @param length of the whole record
   * @throws DatabaseException CORRUPT
   */
  public static void requireFormat(byte[] beginning, int length) {
    if (length < PAYLOAD_OFFSET || beginning[0] != FORMAT) {
      throw new DatabaseException(ErrorCode.CORRUPT, "A record has an unknown format.")
          .with("bytes", length)
          .with("format", length == 0 ? -1 : beginning[0]);
    }
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
    return lsn(bytes);
  }

  /** The same of a record of which the beginning is known. */
  public static long lsn(byte[] beginning) {
    return Bytes.readLong(beginning, LSN_OFFSET);
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
