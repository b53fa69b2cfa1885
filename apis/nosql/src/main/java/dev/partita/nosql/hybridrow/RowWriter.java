package dev.partita.nosql.hybridrow;

import java.io.ByteArrayOutputStream;

/** Bytes of rows under construction. Not for use by several threads. */
final class RowWriter {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);

  RowWriter head(int schema) {
    return u8(RowReader.VERSION).i32(schema);
  }

  RowWriter u8(int value) {
    bytes.write(value);
    return this;
  }

  RowWriter i32(int value) {
    for (int shift = 0; shift < 32; shift += 8) {
      bytes.write(value >>> shift);
    }
    return this;
  }

  RowWriter f64(double value) {
    long bits = Double.doubleToLongBits(value);
    return i32((int) bits).i32((int) (bits >>> 32));
  }

  /** The bytes after their length. */
  RowWriter binary(byte[] value) {
    int rest = value.length;
    while (rest >= 0x80) {
      u8((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    u8(rest);
    return raw(value);
  }

  RowWriter raw(byte[] value) {
    bytes.writeBytes(value);
    return this;
  }

  byte[] toBytes() {
    return bytes.toByteArray();
  }
}
