package dev.partita.table.edm;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of UTF-8 text that grow as they are written. For use by one thread. */
public final class Utf8Buffer {

  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private byte[] bytes;
  private int length;

  public Utf8Buffer(int capacity) {
    bytes = new byte[capacity];
  }

  public int length() {
    return length;
  }

  int capacity() {
    return bytes.length;
  }

  /** Forgets what was written after a length. */
  void truncate(int newLength) {
    length = newLength;
  }

  /** Makes room for so many bytes more, so that they need not be moved on the way. */
  public void expect(int more) {
    reserve(more);
  }

  public Utf8Buffer raw(int b) {
    reserve(1);
    bytes[length++] = (byte) b;
    return this;
  }

  public Utf8Buffer raw(byte[] source, int from, int to) {
    int count = to - from;
    reserve(count);
    System.arraycopy(source, from, bytes, length, count);
    length += count;
    return this;
  }

  public Utf8Buffer raw(byte[] source) {
    return raw(source, 0, source.length);
  }

  /** Writes a text that has only characters of ASCII. */
  @SuppressWarnings("deprecation") // The fastest way, and right for ASCII.
  public Utf8Buffer ascii(String text) {
    int count = text.length();
    reserve(count);
    text.getBytes(0, count, bytes, length);
    length += count;
    return this;
  }

  /** Writes the last digits of a number that is not negative. */
  Utf8Buffer digits(int value, int width) {
    reserve(width);
    int rest = value;
    for (int i = length + width - 1; i >= length; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += width;
    return this;
  }

  public Utf8Buffer utf8(String text) {
    return raw(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes a text as a JSON string. */
  public Utf8Buffer json(String text) {
    raw('"');
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b == '"' || b == '\\') {
        raw('\\').raw(b);
      } else if (b >= 0 && b < ' ') {
        ascii("\\u00").raw(HEX[b >> 4]).raw(HEX[b & 0xF]);
      } else {
        raw(b);
      }
    }
    return raw('"');
  }

  public byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  /** What was written after a length. */
  byte[] since(int from) {
    return Arrays.copyOfRange(bytes, from, length);
  }

  String text() {
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private void reserve(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }
}
