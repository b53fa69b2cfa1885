package dev.partita.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Some properties of an object, read from the text that {@link JsonWriter} wrote. What is not
 * wanted is passed over and not made into values, and nothing is looked at behind the last property
 * that is wanted. Immutable, and safe for use by any number of threads.
 *
 * <p>The text is trusted: it was checked before it was written. Where it is not as the writer
 * writes, {@link JsonReader} reads all of it and has the last word.
 */
public final class JsonExcerpt {

  private static final int EXACT_DIGITS = 18;

  private final String[] names;
  private final byte[][] wanted;

  /**
   * @param names of the properties that are wanted
   */
  public JsonExcerpt(Collection<String> names) {
    this.names = names.stream().distinct().toArray(String[]::new);
    this.wanted = new byte[this.names.length][];
    Arrays.setAll(wanted, i -> this.names[i].getBytes(UTF_8));
  }

  /** Reads the object that the range of bytes holds, as far as it is wanted. */
  public JsonObject read(byte[] utf8, int offset, int length) {
    try {
      return new Scan(utf8, offset, offset + length).object();
    } catch (Unusual _) {
      return (JsonObject) JsonReader.DEFAULT.read(utf8, offset, length);
    }
  }

  /** Text that the writer would have written otherwise. Costs next to nothing to throw. */
  private static final class Unusual extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unusual() {
      super(null, null, false, false);
    }
  }

  /** One pass over a text. */
  private final class Scan {

    private final byte[] text;
    private final int end;
    private int at;

    Scan(byte[] text, int offset, int end) {
      this.text = text;
      this.at = offset;
      this.end = end;
    }

    JsonObject object() {
      expect('{');
      Members members = new Members(names.length);
      if (names.length == 0 || peek() == '}') {
        return JsonObject.EMPTY;
      }
      while (true) {
        int which = name();
        expect(':');
        if (which < 0) {
          skip();
        } else if (!members.add(names[which], value())) {
          throw new Unusual();
        }
        if (members.size() == names.length || next() == '}') {
          return members.size() == 0 ? JsonObject.EMPTY : new JsonObject(members);
        }
        if (text[at - 1] != ',') {
          throw new Unusual();
        }
      }
    }

    /** Passes over a name; tells which of the wanted ones it is, or -1. */
    private int name() {
      expect('"');
      int start = at;
      int close = closing();
      if (close < 0) {
        throw new Unusual();
      }
      at = close + 1;
      for (int i = 0; i < wanted.length; i++) {
        if (wanted[i].length == close - start
            && Arrays.equals(text, start, close, wanted[i], 0, wanted[i].length)) {
          return i;
        }
      }
      return -1;
    }

    private JsonValue value() {
      return switch (peek()) {
        case '"' -> JsonString.of(string());
        case '{' -> members();
        case '[' -> elements();
        case 't' -> word("true", JsonBoolean.TRUE);
        case 'f' -> word("false", JsonBoolean.FALSE);
        case 'n' -> word("null", JsonNull.NULL);
        default -> number();
      };
    }

    private JsonValue word(String word, JsonValue value) {
      at += word.length();
      return value;
    }

    private String string() {
      expect('"');
      int start = at;
      int close = closing();
      if (close >= 0) {
        at = close + 1;
        return new String(text, start, close - start, UTF_8);
      }
      at = start - 1;
      skip();
      return ((JsonString) JsonReader.DEFAULT.read(text, start - 1, at - start + 1)).value();
    }

    private JsonObject members() {
      expect('{');
      if (peek() == '}') {
        at++;
        return JsonObject.EMPTY;
      }
      Members members = new Members(4);
      do {
        String name = string();
        expect(':');
        members.add(name, value());
      } while (next() == ',');
      return new JsonObject(members);
    }

    private JsonArray elements() {
      expect('[');
      List<JsonValue> elements = new ArrayList<>();
      if (peek() == ']') {
        at++;
        return JsonArray.of(elements);
      }
      do {
        elements.add(value());
      } while (next() == ',');
      return JsonArray.of(elements);
    }

    private JsonNumber number() {
      int start = at;
      boolean negative = peek() == '-';
      if (negative) {
        at++;
      }
      long digits = 0;
      int first = at;
      while (at < end && text[at] >= '0' && text[at] <= '9') {
        digits = digits * 10 + (text[at++] - '0');
      }
      boolean whole = at == end || text[at] == ',' || text[at] == '}' || text[at] == ']';
      if (whole && at > first && at - first <= EXACT_DIGITS && !(negative && digits == 0)) {
        return JsonNumber.of(negative ? -digits : digits);
      }
      at = start;
      skip();
      return (JsonNumber) JsonReader.DEFAULT.read(text, start, at - start);
    }

    /** Passes over a value. */
    private void skip() {
      int depth = 0;
      do {
        switch (next()) {
          case '"' -> skipString();
          case '{', '[' -> depth++;
          case '}', ']' -> depth--;
          default -> {
            if (depth == 0) {
              skipWord();
            }
          }
        }
      } while (depth > 0);
    }

    private void skipString() {
      int close = closing();
      while (close < 0) {
        // Behind the character that the backslash stands before.
        at += 2;
        close = closing();
      }
      at = close + 1;
    }

    /** To the end of a number or a word. */
    private void skipWord() {
      while (at < end && text[at] != ',' && text[at] != '}' && text[at] != ']') {
        at++;
      }
    }

    /**
     * Where the string ends in which the scan stands; -1 if a backslash comes first, on which the
     * scan then stands.
     */
    private int closing() {
      int i = StringScan.special(text, at, end);
      if (i >= end) {
        throw new Unusual();
      }
      if (text[i] == '"') {
        return i;
      }
      at = i;
      return -1;
    }

    private byte peek() {
      if (at >= end) {
        throw new Unusual();
      }
      return text[at];
    }

    private byte next() {
      byte next = peek();
      at++;
      return next;
    }

    private void expect(char expected) {
      if (next() != expected) {
        throw new Unusual();
      }
    }
  }
}
