package dev.partita.query.function;

/**
 * Language-independent case mapping: one character maps to one other, and only if the mapping is
 * reversible, so that texts keep their length and no other character maps to an ASCII letter. Pure
 * functions.
 */
final class Casing {

  private Casing() {}

  static String upper(String text) {
    return mapped(text, true);
  }

  static String lower(String text) {
    return mapped(text, false);
  }

  /** Case-folded form, in which texts that differ in case alone are equal. */
  static String folded(String text) {
    return upper(text);
  }

  private static String mapped(String text, boolean upper) {
    int first = 0;
    while (first < text.length()) {
      int c = text.codePointAt(first);
      if (mapped(c, upper) != c) {
        break;
      }
      first += Character.charCount(c);
    }
    if (first == text.length()) {
      return text;
    }
    StringBuilder mapped = new StringBuilder(text.length()).append(text, 0, first);
    for (int i = first; i < text.length(); ) {
      int c = text.codePointAt(i);
      mapped.appendCodePoint(mapped(c, upper));
      i += Character.charCount(c);
    }
    return mapped.toString();
  }

  private static int mapped(int c, boolean upper) {
    if (c < 0x80) {
      return upper ? (c >= 'a' && c <= 'z' ? c - 32 : c) : (c >= 'A' && c <= 'Z' ? c + 32 : c);
    }
    int there = upper ? Character.toUpperCase(c) : Character.toLowerCase(c);
    int back = upper ? Character.toLowerCase(there) : Character.toUpperCase(there);
    return back == c && Character.charCount(there) == Character.charCount(c) ? there : c;
  }
}
