package dev.partita.json;

/** A string. Strings order by code point, which is also the order of their UTF-8 bytes. */
public record JsonString(String value) implements JsonValue {

  public static final JsonString EMPTY = new JsonString("");

  public static JsonString of(String value) {
    return value.isEmpty() ? EMPTY : new JsonString(value);
  }

  /** Compares texts by code point; {@link String#compareTo} goes by UTF-16 unit instead. */
  public static int compare(String left, String right) {
    int common = Math.min(left.length(), right.length());
    for (int i = 0; i < common; i++) {
      char l = left.charAt(i);
      char r = right.charAt(i);
      if (l != r) {
        // Units of surrogate pairs stand for code points above all others, though 0xE000 to 0xFFFF
        // are greater than they are.
        return Character.isSurrogate(l) == Character.isSurrogate(r)
            ? Character.compare(l, r)
            : Character.isSurrogate(l) ? 1 : -1;
      }
    }
    return Integer.compare(left.length(), right.length());
  }

  @Override
  public String toString() {
    return JsonWriter.text(this);
  }
}
