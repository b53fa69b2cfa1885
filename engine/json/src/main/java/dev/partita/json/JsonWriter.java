package dev.partita.json;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Turns values into JSON text without white space. Half a surrogate pair, which only values made by
 * the database itself can have, is written as an escape. Every item that is stored passes here, so
 * what needs no escaping, which is nearly everything, is copied as a whole. One writer can write
 * many values, one after the other, and needs room for them but once. Not for use by several
 * threads.
 */
public final class JsonWriter {

  private static final int TEXT_CAPACITY = 64;

  /** About what most members of documents take. */
  private static final int MEMBER_BYTES = 64;

  /** Longer texts are encoded as a whole, many characters at a time. */
  private static final int SHORT = 64;

  private static final long EVERY_BYTE = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

  private byte[] buffer = Bytes.EMPTY;
  private int length;
  private int maxBytes = Integer.MAX_VALUE;

  /** The value as UTF-8. */
  public static byte[] bytes(JsonValue value) {
    return new JsonWriter().framed(value, 0, 0);
  }

  /**
   * The value as UTF-8.
   *
   * @throws DatabaseException BAD_REQUEST if that has more bytes than this
   */
  public static byte[] bytes(JsonValue value, int maxBytes) {
    JsonWriter writer = new JsonWriter();
    writer.maxBytes = maxBytes;
    return writer.framed(value, 0, 0);
  }

  /** The value as UTF-8 with room for others before and after it, which is left zero. */
  public byte[] framed(JsonValue value, int bytesBefore, int bytesAfter) {
    if (value instanceof UnreadObject object) {
      byte[] framed = new byte[bytesBefore + object.textBytes() + bytesAfter];
      object.copyTo(framed, bytesBefore);
      return framed;
    }
    write(value, room(value));
    byte[] framed = new byte[bytesBefore + length + bytesAfter];
    System.arraycopy(buffer, 0, framed, bytesBefore, length);
    return framed;
  }

  /** About how much room a value takes. To know it would mean to look at everything twice. */
  private static int room(JsonValue value) {
    return value instanceof JsonObject object ? MEMBER_BYTES * (object.size() + 1) : MEMBER_BYTES;
  }

  /** The value as text. */
  public static String text(JsonValue value) {
    JsonWriter writer = new JsonWriter();
    writer.write(value, TEXT_CAPACITY);
    return new String(writer.buffer, 0, writer.length, StandardCharsets.UTF_8);
  }

  /** Writes a value in the place of the one before. */
  private void write(JsonValue value, int room) {
    if (buffer.length < room) {
      buffer = new byte[room];
    }
    length = 0;
    value(value);
  }

  private void value(JsonValue value) {
    // Most values are texts, and a switch over kinds costs more than the question.
    if (value instanceof JsonString(String text)) {
      string(text);
      return;
    }
    switch (value) {
      case JsonUndefined _ ->
          throw new IllegalArgumentException("Undefined has no JSON text; leave it out.");
      case JsonNull _ -> raw(NULL);
      case JsonBoolean bool -> raw(bool.value() ? TRUE : FALSE);
      case JsonNumber number -> number(number);
      case JsonString(String text) -> string(text);
      case JsonArray array -> array(array);
      case UnreadObject object -> text(object);
      case JsonObject object -> object(object);
    }
  }

  private void number(JsonNumber number) {
    String digits = number.toString();
    reserve(digits.length());
    for (int i = 0; i < digits.length(); i++) {
      buffer[length++] = (byte) digits.charAt(i);
    }
  }

  private void array(JsonArray array) {
    raw('[');
    for (int i = 0; i < array.size(); i++) {
      if (i > 0) {
        raw(',');
      }
      value(array.at(i));
    }
    raw(']');
  }

  private void text(UnreadObject object) {
    reserve(object.textBytes());
    object.copyTo(buffer, length);
    length += object.textBytes();
  }

  private void object(JsonObject object) {
    raw('{');
    for (int i = 0; i < object.size(); i++) {
      if (i > 0) {
        raw(',');
      }
      string(object.nameAt(i));
      raw(':');
      value(object.valueAt(i));
    }
    raw('}');
  }

  private void string(String text) {
    if (text.length() <= SHORT && shortPlain(text)) {
      return;
    }
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    raw('"');
    // The encoder puts a question mark in the place of half a surrogate pair.
    if (has(utf8, '?') && hasHalfPair(text)) {
      text.codePoints().forEach(this::codePoint);
    } else {
      escaped(utf8);
    }
    raw('"');
  }

  /** Writes a text that is ASCII and needs no escaping, without a copy of it; else nothing. */
  private boolean shortPlain(String text) {
    int end = text.length();
    reserve(end + 2);
    byte[] target = buffer;
    int at = length + 1;
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      if (c < 0x20 || c >= 0x80 || c == '"' || c == '\\') {
        return false;
      }
      target[at + i] = (byte) c;
    }
    target[length] = '"';
    target[at + end] = '"';
    length = at + end + 1;
    return true;
  }

  private static boolean has(byte[] bytes, char wanted) {
    int i = 0;
    for (; i <= bytes.length - Long.BYTES; i += Long.BYTES) {
      long eight = Bytes.readLong(bytes, i) ^ (wanted * EVERY_BYTE);
      if ((below(eight, 1) & HIGH_BITS) != 0) {
        return true;
      }
    }
    for (; i < bytes.length; i++) {
      if (bytes[i] == wanted) {
        return true;
      }
    }
    return false;
  }

  /** Where the next byte is that cannot stand in a string as it is, or the end. */
  private static int nextSpecial(byte[] utf8, int from) {
    int i = from;
    for (; i <= utf8.length - Long.BYTES; i += Long.BYTES) {
      long eight = Bytes.readLong(utf8, i);
      long special =
          below(eight, 0x20)
              | below(eight ^ ('"' * EVERY_BYTE), 1)
              | below(eight ^ ('\\' * EVERY_BYTE), 1);
      if ((special & HIGH_BITS) != 0) {
        break;
      }
    }
    while (i < utf8.length && !needsEscape(utf8[i])) {
      i++;
    }
    return i;
  }

  /** Has a high bit set if, and only if, one of the eight bytes is below a bound up to 0x80. */
  private static long below(long eight, int bound) {
    return (eight - bound * EVERY_BYTE) & ~eight;
  }

  private static boolean needsEscape(byte b) {
    return (b >= 0 && b < 0x20) || b == '"' || b == '\\';
  }

  private static boolean hasHalfPair(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return text.codePoints().anyMatch(JsonWriter::isHalfPair);
      }
    }
    return false;
  }

  private static boolean isHalfPair(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }

  private void codePoint(int codePoint) {
    if (isHalfPair(codePoint)) {
      unicodeEscape(codePoint);
    } else {
      escaped(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
    }
  }

  private void escaped(byte[] utf8) {
    int copied = 0;
    for (int i = nextSpecial(utf8, 0); i < utf8.length; i = nextSpecial(utf8, copied)) {
      raw(utf8, copied, i);
      escape(utf8[i]);
      copied = i + 1;
    }
    raw(utf8, copied, utf8.length);
  }

  private void escape(byte b) {
    switch (b) {
      case '"', '\\' -> raw('\\', b);
      case '\b' -> raw('\\', 'b');
      case '\t' -> raw('\\', 't');
      case '\n' -> raw('\\', 'n');
      case '\f' -> raw('\\', 'f');
      case '\r' -> raw('\\', 'r');
      default -> unicodeEscape(b);
    }
  }

  private void unicodeEscape(int unit) {
    raw('\\', 'u');
    for (int shift = 12; shift >= 0; shift -= 4) {
      raw(HEX[unit >>> shift & 0xF]);
    }
  }

  private void raw(int first, int second) {
    raw(first);
    raw(second);
  }

  private void raw(int b) {
    reserve(1);
    buffer[length++] = (byte) b;
  }

  private void raw(byte[] bytes) {
    raw(bytes, 0, bytes.length);
  }

  private void raw(byte[] bytes, int from, int to) {
    reserve(to - from);
    System.arraycopy(bytes, from, buffer, length, to - from);
    length += to - from;
  }

  private void reserve(int more) {
    if (buffer.length - length < more) {
      if (maxBytes - length < more) {
        throw DatabaseException.badRequest("A value is too large to be written as JSON.")
            .with("maxBytes", maxBytes);
      }
      buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, length + more));
    }
  }
}
