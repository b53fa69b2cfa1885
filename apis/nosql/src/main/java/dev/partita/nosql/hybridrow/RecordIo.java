package dev.partita.nosql.hybridrow;

import dev.partita.base.error.DatabaseException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/** The records of a stream, one after the other. For one thread. */
final class RecordIo {

  static final int SEGMENT = 2147473648;
  static final int RECORD = 2147473649;

  /** Head, presence bits and length: a segment row with nothing else. */
  private static final int SEGMENT_BYTES = 10;

  private final ByteBuffer stream;

  RecordIo(byte[] stream) {
    this.stream = ByteBuffer.wrap(stream);
    skipSegments();
  }

  boolean hasNext() {
    return stream.hasRemaining();
  }

  /** The next record. */
  ByteBuffer next() {
    RowReader row = new RowReader(stream);
    int schema = row.head();
    if (schema != RECORD) {
      throw unexpected(schema);
    }
    int length = row.i32();
    int expected = row.i32();
    ByteBuffer record = row.bytes(length);
    CRC32 crc = new CRC32();
    crc.update(record.duplicate());
    if ((int) crc.getValue() != expected) {
      throw DatabaseException.badRequest("A record of the binary batch has another CRC-32.")
          .with("offset", stream.position())
          .with("expected", Integer.toHexString(expected))
          .with("found", Long.toHexString(crc.getValue()));
    }
    stream.position(stream.position() + row.position());
    skipSegments();
    return record;
  }

  static void writeSegment(RowWriter stream) {
    stream.head(SEGMENT).u8(1).i32(SEGMENT_BYTES);
  }

  static void writeRecord(RowWriter stream, byte[] record) {
    CRC32 crc = new CRC32();
    crc.update(record);
    stream.head(RECORD).i32(record.length).i32((int) crc.getValue()).raw(record);
  }

  /** Segments begin a stream and may follow between records. What they say about it is skipped. */
  private void skipSegments() {
    boolean first = stream.position() == 0;
    while (stream.hasRemaining()) {
      RowReader row = new RowReader(stream);
      int schema = row.head();
      if (schema == RECORD && !first) {
        return;
      }
      if (schema != SEGMENT) {
        throw unexpected(schema);
      }
      boolean hasLength = (row.u8() & 1) != 0;
      int length = row.i32();
      if (!hasLength || length < SEGMENT_BYTES) {
        throw row.malformed("A segment of the binary batch does not say how long it is.");
      }
      ByteBuffer _ = row.bytes(length - SEGMENT_BYTES);
      stream.position(stream.position() + length);
      first = false;
    }
  }

  private DatabaseException unexpected(int schema) {
    return DatabaseException.badRequest(
            "A row of the binary batch has another schema than belongs there.")
        .with("offset", stream.position())
        .with("schema", schema);
  }
}
