package dev.partita.json;

/** Searches in the texts of JSON strings. Pure functions without state. */
public final class StringScan {

  private StringScan() {}

  /** Where the first quote or backslash is, from a place on; the end if there is none before it. */
  public static int special(byte[] utf8, int from, int end) {
    int i = from;
    while (i < end && utf8[i] != '"' && utf8[i] != '\\') {
      i++;
    }
    return i;
  }

  /**
   * Where the first byte is that is no character of ASCII which stands for itself in a string, from
   * a place on: a quote, a backslash, a control character, or part of a character beyond ASCII; the
   * end if there is none before it.
   */
  public static int notPlain(byte[] utf8, int from, int end) {
    int i = from;
    while (i < end && utf8[i] >= ' ' && utf8[i] != '"' && utf8[i] != '\\') {
      i++;
    }
    return i;
  }
}
