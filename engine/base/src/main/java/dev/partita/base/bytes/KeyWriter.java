package dev.partita.base.bytes;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Builder of keys that sort by their first part, then by their second, and so on. Not for use by
 * several threads.
 *
 * <p>A part of variable length that is followed by others is <em>escaped</em>: every 0x00 becomes
 * 0x00 0xFF, and 0x00 0x01 ends it. So a shorter part sorts before a longer one that begins with
 * it, and the parts of a key are unambiguous.
 */
public final class KeyWriter {

  static final byte ESCAPE = 0x00;
  static final byte ESCAPED_ZERO = (byte) 0xFF;
  static final byte END = 0x01;

  private byte[] buffer;
  private int length;

  public KeyWriter() {
    this(64);
  }

  public KeyWriter(int capacity) {
    buffer = new byte[capacity];
  }

  public KeyWriter u8(int value) {
    reserve(1);
    buffer[length++] = (byte) value;
    return this;
  }

  public KeyWriter u16(int value) {
    return u8(value >>> 8).u8(value);
  }

  public KeyWriter u32(int value) {
    reserve(Integer.BYTES);
    Bytes.writeInt(buffer, length, value);
    length += Integer.BYTES;
    return this;
  }

  public KeyWriter u64(long value) {
    reserve(Long.BYTES);
    Bytes.writeLong(buffer, length, value);
    length += Long.BYTES;
    return this;
  }

  /** Adds bytes unescaped: for a part of fixed length, or for the last part. */
  public KeyWriter raw(byte[] bytes) {
    return raw(bytes, 0, bytes.length);
  }

  private KeyWriter raw(byte[] bytes, int from, int to) {
    reserve(to - from);
    System.arraycopy(bytes, from, buffer, length, to - from);
    length += to - from;
    return this;
  }

  public KeyWriter utf8(String text) {
    return raw(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds a part of variable length with other parts after it. */
  public KeyWriter escaped(byte[] bytes) {
    return escapedPrefix(bytes).u8(ESCAPE).u8(END);
  }

  /**
   * Adds an escaped part without its end: the lower bound of all keys whose part is this one or
   * greater.
   */
  public KeyWriter escapedPrefix(byte[] bytes) {
    int copied = 0;
    for (int zero = zero(bytes, 0); zero < bytes.length; zero = zero(bytes, copied)) {
      copied = escapedZero(bytes, copied, zero);
    }
    return raw(bytes, copied, bytes.length);
  }

  private int escapedZero(byte[] bytes, int from, int zero) {
    raw(bytes, from, zero + 1).u8(ESCAPED_ZERO);
    return zero + 1;
  }

  /**
   * Index of the first zero byte, or the end. Most parts have none, and need no other step than
   * this.
   */
  private static int zero(byte[] bytes, int from) {
    int i = from;
    while (i < bytes.length && bytes[i] != ESCAPE) {
      i++;
    }
    return i;
  }

  public byte[] toBytes() {
    return buffer.length == length ? buffer : Arrays.copyOf(buffer, length);
  }

  private void reserve(int more) {
    if (buffer.length - length < more) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + more));
    }
  }
}
