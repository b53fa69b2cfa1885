package dev.partita.mql.query;

import java.util.Map;

/** Rewriting of PCRE's spelling into Java's, where the meaning is the same. */
final class PcreSyntax {

  private static final Map<String, String> POSIX =
      Map.ofEntries(
          Map.entry("alpha", "\\p{Alpha}"),
          Map.entry("digit", "\\p{Digit}"),
          Map.entry("alnum", "\\p{Alnum}"),
          Map.entry("upper", "\\p{Upper}"),
          Map.entry("lower", "\\p{Lower}"),
          Map.entry("punct", "\\p{Punct}"),
          Map.entry("graph", "\\p{Graph}"),
          Map.entry("print", "\\p{Print}"),
          Map.entry("blank", "\\p{Blank}"),
          Map.entry("cntrl", "\\p{Cntrl}"),
          Map.entry("xdigit", "\\p{XDigit}"),
          Map.entry("space", "\\s"),
          Map.entry("word", "\\w"));

  private final String source;
  private final StringBuilder java = new StringBuilder();
  private int at;

  private PcreSyntax(String source) {
    this.source = source;
  }

  static String toJava(String source) {
    return new PcreSyntax(source).rewrite();
  }

  private String rewrite() {
    while (source.startsWith("(*UTF8)", at)
        || source.startsWith("(*UTF)", at)
        || source.startsWith("(*UCP)", at)) {
      at = source.indexOf(')', at) + 1;
    }
    while (at < source.length()) {
      char c = source.charAt(at);
      if (c == '\\' && at + 1 < source.length()) {
        copy(2);
      } else if (c == '[') {
        characterClass();
      } else if (source.startsWith("(?P<", at)) {
        java.append("(?<");
        at += 4;
      } else if (c == '{' && !isQuantifier()) {
        // A brace that begins no quantifier is a character in PCRE.
        java.append("\\{");
        at++;
      } else {
        copy(1);
      }
    }
    return java.toString();
  }

  private boolean isQuantifier() {
    int i = at + 1;
    int digits = 0;
    while (i < source.length()
        && (Character.isDigit(source.charAt(i)) || source.charAt(i) == ',')) {
      digits += source.charAt(i) == ',' ? 0 : 1;
      i++;
    }
    return digits > 0 && i < source.length() && source.charAt(i) == '}';
  }

  /** Inside of brackets only the closing one, the backslash and names of classes are special. */
  private void characterClass() {
    copy(1);
    if (at < source.length() && source.charAt(at) == '^') {
      copy(1);
    }
    if (at < source.length() && source.charAt(at) == ']') {
      java.append("\\]");
      at++;
    }
    while (at < source.length() && source.charAt(at) != ']') {
      char c = source.charAt(at);
      if (c == '\\' && at + 1 < source.length()) {
        copy(2);
      } else if (c == '[' && !posixClass()) {
        java.append("\\[");
        at++;
      } else if (c == '&' || c == '#' || c == ' ') {
        java.append('\\').append(c);
        at++;
      } else if (c != '[') {
        copy(1);
      }
    }
    if (at < source.length()) {
      copy(1);
    }
  }

  private boolean posixClass() {
    int end = source.indexOf(":]", at);
    if (!source.startsWith("[:", at) || end < 0) {
      return false;
    }
    boolean negated = source.startsWith("[:^", at);
    String replacement = POSIX.get(source.substring(at + (negated ? 3 : 2), end));
    if (replacement == null) {
      return false;
    }
    java.append(negated ? "[^" + replacement + "]" : replacement);
    at = end + 2;
    return true;
  }

  private void copy(int count) {
    java.append(source, at, at + count);
    at += count;
  }
}
