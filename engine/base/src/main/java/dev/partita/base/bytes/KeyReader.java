package dev.partita.base.bytes;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reader of the parts of a key that {@link KeyWriter} built. Not for use by several threads. */
public final class KeyReader {

  private final byte[] key;
  private int offset;

  public KeyReader(byte[] key) {
    this.key = key;
  }

  public int offset() {
    return offset;
  }

  public boolean atEnd() {
    return offset == key.length;
  }

  public int u8() {
    require(1);
    return key[offset++] & 0xFF;
  }

  public int u16() {
    return u8() << 8 | u8();
  }

  public int u32() {
    require(Integer.BYTES);
    int value = Bytes.readInt(key, offset);
    offset += Integer.BYTES;
    return value;
  }

  public long u64() {
    require(Long.BYTES);
    long value = Bytes.readLong(key, offset);
    offset += Long.BYTES;
    return value;
  }

  public byte[] raw(int length) {
    require(length);
    byte[] bytes = Arrays.copyOfRange(key, offset, offset + length);
    offset += length;
    return bytes;
  }

  public byte[] rest() {
    return raw(key.length - offset);
  }

  public String restUtf8() {
    String text = new String(key, offset, key.length - offset, StandardCharsets.UTF_8);
    offset = key.length;
    return text;
  }

  public byte[] escaped() {
    byte[] bytes = new byte[key.length - offset];
    int length = 0;
    while (true) {
      byte b = (byte) u8();
      if (b != KeyWriter.ESCAPE) {
        bytes[length++] = b;
        continue;
      }
      byte mark = (byte) u8();
      if (mark == KeyWriter.END) {
        return Arrays.copyOf(bytes, length);
      }
      if (mark != KeyWriter.ESCAPED_ZERO) {
        throw corrupt();
      }
      bytes[length++] = 0;
    }
  }

  private void require(int more) {
    if (more < 0 || key.length - offset < more) {
      throw corrupt();
    }
  }

  private DatabaseException corrupt() {
    return new DatabaseException(ErrorCode.CORRUPT, "A stored key is not of the expected form.")
        .with("key", Bytes.hex(key))
        .with("offset", offset);
  }
}
