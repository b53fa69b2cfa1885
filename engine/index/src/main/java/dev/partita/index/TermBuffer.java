package dev.partita.index;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.hash.Murmur3;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Values written as terms, one after the other: bytes that sort as the values do and of which none
 * is the beginning of another. docs/formats/index.md has the layout. Not for use by several
 * threads.
 */
final class TermBuffer {

  /** How much of a string a term holds. */
  static final int STRING_BYTES_MAX = 128;

  static final int ESCAPE = 0x00;
  static final int ESCAPED_ZERO = 0xFF;
  static final int END = 0x01;

  /** Ends a string that goes on beyond what the term holds; a hash of the whole follows. */
  static final int CUT = 0x02;

  /** Integers from here on, and below the negative, are not all doubles. */
  static final double EXACT_MAX = 0x1p53;

  static final double TWO_TO_63 = 0x1p63;
  static final int REST_ZERO = 0x8000;

  private byte[] bytes;
  private int length;

  TermBuffer(int capacityBytes) {
    bytes = new byte[capacityBytes];
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  void u8(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
  }

  void u64(long value) {
    reserve(Long.BYTES);
    Bytes.writeLong(bytes, length, value);
    length += Long.BYTES;
  }

  void raw(byte[] from, int start, int end) {
    reserve(end - start);
    System.arraycopy(from, start, bytes, length, end - start);
    length += end - start;
  }

  /** Turns the order around of what was written since. */
  void complementFrom(int start) {
    for (int i = start; i < length; i++) {
      bytes[i] = (byte) ~bytes[i];
    }
  }

  void term(JsonValue value) {
    // Most values are texts, and a switch over kinds costs more than the question.
    if (value instanceof JsonString(String text)) {
      string(text);
      return;
    }
    switch (value) {
      case JsonUndefined _ -> u8(TermType.UNDEFINED.mark());
      case JsonNull _ -> u8(TermType.NULL.mark());
      case JsonBoolean truth -> u8(truth.value() ? TermType.TRUE_MARK : TermType.BOOLEAN.mark());
      case JsonNumber number -> number(number);
      case JsonString(String text) -> string(text);
      case JsonArray _ -> u8(TermType.ARRAY.mark());
      case JsonObject _ -> u8(TermType.OBJECT.mark());
    }
  }

  /**
   * The nearest double and, where integers are denser than doubles, how far the number is from it.
   */
  void number(JsonNumber number) {
    reserve(11);
    bytes[length++] = (byte) TermType.NUMBER.mark();
    // Adding zero makes minus zero zero: they are equal.
    double nearest = number.doubleValue() + 0.0;
    long bits = Double.doubleToRawLongBits(nearest);
    u64(bits >= 0 ? bits ^ Long.MIN_VALUE : ~bits);
    if (Math.abs(nearest) >= EXACT_MAX) {
      int rest = REST_ZERO + rest(number, nearest);
      bytes[length++] = (byte) (rest >>> 8);
      bytes[length++] = (byte) rest;
    }
  }

  private static int rest(JsonNumber number, double nearest) {
    if (!number.isIntegral()) {
      return 0;
    }
    return nearest == TWO_TO_63
        ? (int) (number.longValue() - Long.MAX_VALUE) - 1
        : (int) (number.longValue() - (long) nearest);
  }

  void string(String text) {
    u8(TermType.STRING.mark());
    if (utf8(text)) {
      u8(ESCAPE);
      u8(END);
    } else {
      u8(ESCAPE);
      u8(CUT);
      u64(Murmur3.hash128(text.getBytes(StandardCharsets.UTF_8)).h1());
    }
  }

  /**
   * Writes the text in UTF-8, escaped, up to the limit: to the byte, whether or not that is within
   * a character, since otherwise cut strings would not sort with others.
   *
   * @return whether all of it was written
   */
  boolean utf8(String text) {
    int plain = plainStart(text);
    int left = STRING_BYTES_MAX - plain;
    for (int i = plain; i < text.length(); i++) {
      char c = text.charAt(i);
      if (left == 0) {
        return false;
      }
      if (c != 0 && c < 0x80) {
        u8(c);
        left--;
      } else if (c == 0) {
        u8(ESCAPE);
        u8(ESCAPED_ZERO);
        left--;
      } else {
        int codePoint = text.codePointAt(i);
        left -= wide(codePoint, left);
        if (left < 0) {
          return false;
        }
        i += Character.charCount(codePoint) - 1;
      }
    }
    return true;
  }

  /** Writes what the text begins with that stands for itself; tells how much that is. */
  private int plainStart(String text) {
    int end = Math.min(text.length(), STRING_BYTES_MAX);
    reserve(end + 16);
    byte[] target = bytes;
    int start = length;
    int i = 0;
    while (i < end) {
      char c = text.charAt(i);
      if (c == 0 || c >= 0x80) {
        break;
      }
      target[start + i] = (byte) c;
      i++;
    }
    length += i;
    return i;
  }

  /** Writes as much of a character beyond ASCII as there is room for; returns how long it is. */
  private int wide(int c, int room) {
    int size = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    int lead = size == 2 ? 0xC0 : size == 3 ? 0xE0 : 0xF0;
    for (int i = 0; i < Math.min(size, room); i++) {
      int shift = 6 * (size - 1 - i);
      u8(i == 0 ? lead | c >>> shift : 0x80 | (c >>> shift & 0x3F));
    }
    return size;
  }

  private void reserve(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }
}
