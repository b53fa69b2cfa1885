package dev.partita.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A pass over the text of an object, for a {@link JsonExcerpt}. Can be used again for the next
 * text; not for use by several threads.
 */
class ExcerptScan {

  /** Text that the writer would have written otherwise. Costs next to nothing to throw. */
  static final class Unusual extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unusual() {
      super(null, null, false, false);
    }
  }

  private static final int EXACT_DIGITS = 18;

  /** Those that a double has exactly and which have fewer digits than it has. */
  private static final double[] POWERS_OF_TEN = {
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
  };

  private final JsonExcerpt wanted;
  private byte[] text = {};
  private int end;
  private int at;

  ExcerptScan(JsonExcerpt wanted) {
    this.wanted = wanted;
  }

  /**
   * Reads the object that the range of bytes holds, as far as it is wanted.
   *
   * @throws Unusual if the text has to be read in another way
   */
  JsonObject read(byte[] utf8, int offset, int length) {
    text = utf8;
    at = offset;
    end = offset + length;
    return object();
  }

  private JsonObject object() {
    expect('{');
    int count = wanted.names.length;
    if (count == 0 || peek() == '}') {
      return JsonObject.EMPTY;
    }
    Members members = new Members(count);
    while (true) {
      int which = name();
      expect(':');
      if (which < 0) {
        skip();
      } else if (!members.add(wanted.names[which], value())) {
        throw new Unusual();
      }
      // There is at least a brace behind the last value, unless the text was cut off in it.
      boolean goesOn = goesOn('}');
      if (!goesOn || members.size() == count) {
        return members.size() == 0 ? JsonObject.EMPTY : new JsonObject(members);
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
    for (int i = 0; i < wanted.quoted.length; i++) {
      byte[] quoted = wanted.quoted[i];
      if (Arrays.equals(text, start, at, quoted, 0, quoted.length)) {
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
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
      default -> throw new Unusual();
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
      if (!members.add(name, value())) {
        throw new Unusual();
      }
    } while (goesOn('}'));
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
    } while (goesOn(']'));
    return JsonArray.of(elements);
  }

  /** Passes over the comma behind a member or an element, or over what closes them. */
  private boolean goesOn(char closing) {
    byte next = next();
    if (next != ',' && next != closing) {
      throw new Unusual();
    }
    return next == ',';
  }

  private JsonNumber number() {
    int start = at;
    boolean negative = peek() == '-';
    if (negative) {
      at++;
    }
    int first = at;
    long digits = digits(0);
    int count = at - first;
    boolean isSimple = count > 0 && !(negative && digits == 0);
    if (isSimple && count <= EXACT_DIGITS && isBehindWord()) {
      return JsonNumber.of(negative ? -digits : digits);
    }
    if (isSimple && peek() == '.') {
      int point = at++;
      digits = digits(digits);
      int places = at - point - 1;
      if (places > 0 && count + places < POWERS_OF_TEN.length && isBehindWord()) {
        // Both are exact, so that what comes of it is the double nearest to the number.
        double value = digits / POWERS_OF_TEN[places];
        return JsonNumber.of(negative ? -value : value);
      }
    }
    at = start;
    skip();
    peek(); // A number that ends with the text was cut off.
    return (JsonNumber) JsonReader.DEFAULT.read(text, start, at - start);
  }

  /** Goes on with a number, over the digits that are next. */
  private long digits(long before) {
    long digits = before;
    while (at < end && text[at] >= '0' && text[at] <= '9') {
      digits = digits * 10 + (text[at++] - '0');
    }
    return digits;
  }

  private boolean isBehindWord() {
    return at == end || text[at] == ',' || text[at] == '}' || text[at] == ']';
  }

  /** Passes over a value. */
  private void skip() {
    int depth = 0;
    do {
      switch (next()) {
        case '"' -> skipString();
        case '{', '[' -> depth++;
        case '}', ']' -> depth--;
        case ' ', '\t', '\r', '\n' -> {
          if (depth == 0) {
            throw new Unusual();
          }
        }
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
    while (!isBehindWord()) {
      at++;
    }
  }

  /**
   * Where the string ends in which the scan stands; -1 if a backslash comes first, on which the
   * scan then stands.
   */
  private int closing() {
    int i = at;
    while (i < end && text[i] != '"' && text[i] != '\\') {
      i++;
    }
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
