package dev.partita.partition;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyReader;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the change log.
 *
 * @param lsn of its transaction
 * @param sequence its place among the changes of that transaction
 * @param previousLsn of the version it replaced; 0 if there was none
 * @param image the record as written, where the container keeps history; not for deletes
 * @param previousImage the record it replaced, where the container keeps history
 */
public record Change(
    long lsn,
    int sequence,
    Kind kind,
    long timeMillis,
    long previousLsn,
    RecordKey key,
    byte @Nullable [] image,
    byte @Nullable [] previousImage) {

  /** What happened to the record. The numbers are part of the disk format. */
  public enum Kind {
    CREATE(1),
    REPLACE(2),
    DELETE(3),
    /** A delete because the record's time to live had passed. */
    EXPIRE(4);

    private final int number;

    Kind(int number) {
      this.number = number;
    }

    public boolean removes() {
      return this == DELETE || this == EXPIRE;
    }
  }

  private static final int FORMAT = 1;

  // After format and kind.
  private static final int TIME_OFFSET = 2;
  private static final int PREVIOUS_OFFSET = TIME_OFFSET + Long.BYTES;
  private static final int HEAD_BYTES = PREVIOUS_OFFSET + Long.BYTES;

  private static final Kind[] KINDS = Kind.values();

  public byte[] encode() {
    byte[] logical = key.logical().encoded();
    int sizedAt = HEAD_BYTES + logical.length;
    byte[] bytes =
        new byte[sizedAt + sizedBytes(key.id()) + sizedBytes(image) + sizedBytes(previousImage)];
    bytes[0] = FORMAT;
    bytes[1] = (byte) kind.number;
    Bytes.writeLong(bytes, TIME_OFFSET, timeMillis);
    Bytes.writeLong(bytes, PREVIOUS_OFFSET, previousLsn);
    System.arraycopy(logical, 0, bytes, HEAD_BYTES, logical.length);
    int imageAt = sized(key.id(), bytes, sizedAt);
    int _ = sized(previousImage, bytes, sized(image, bytes, imageAt));
    return bytes;
  }

  public static Change decode(byte[] logKey, byte[] value) {
    KeyReader name = new KeyReader(logKey);
    name.u64();
    long lsn = name.u64();
    int sequence = name.u16();
    KeyReader reader = new KeyReader(value);
    int format = reader.u8();
    int kind = reader.u8();
    if (format != FORMAT || kind < 1 || kind > KINDS.length) {
      throw new DatabaseException(ErrorCode.CORRUPT, "A change-log entry has an unknown format.")
          .with("lsn", lsn)
          .with("format", format)
          .with("kind", kind);
    }
    long timeMillis = reader.u64();
    long previousLsn = reader.u64();
    LogicalKey logical = LogicalKey.read(reader);
    byte[] id = sized(reader);
    if (id == null) {
      throw new DatabaseException(ErrorCode.CORRUPT, "A change-log entry names no record.")
          .with("lsn", lsn);
    }
    return new Change(
        lsn,
        sequence,
        KINDS[kind - 1],
        timeMillis,
        previousLsn,
        new RecordKey(logical, id),
        sized(reader),
        sized(reader));
  }

  private static int sizedBytes(byte @Nullable [] bytes) {
    return Integer.BYTES + (bytes == null ? 0 : bytes.length);
  }

  /** Writes bytes after their number, which is -1 if there are none; returns where they end. */
  private static int sized(byte @Nullable [] part, byte[] target, int offset) {
    int start = offset + Integer.BYTES;
    if (part == null) {
      Bytes.writeInt(target, offset, -1);
      return start;
    }
    Bytes.writeInt(target, offset, part.length);
    System.arraycopy(part, 0, target, start, part.length);
    return start + part.length;
  }

  private static byte @Nullable [] sized(KeyReader reader) {
    int length = reader.u32();
    return length < 0 ? null : reader.raw(length);
  }
}
