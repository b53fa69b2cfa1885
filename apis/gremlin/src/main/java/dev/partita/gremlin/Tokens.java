package dev.partita.gremlin;

import dev.partita.base.error.DatabaseException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lexer of scripts. Not for use by several threads. */
final class Tokens {

  /** Beginning of the message of every syntax error. */
  static final String COMPILATION = "Gremlin query compilation error";

  private final String script;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  private Tokens(String script) {
    this.script = script;
  }

  /**
   * @throws DatabaseException BAD_REQUEST with line and column, if the text has an invalid token
   */
  static List<Token> of(String script) {
    Tokens tokens = new Tokens(script);
    tokens.cut();
    return tokens.tokens;
  }

  private void cut() {
    while (true) {
      while (at < script.length() && Character.isWhitespace(script.charAt(at))) {
        at++;
      }
      if (at == script.length()) {
        tokens.add(new Token(Token.Kind.END, "", null, at));
        return;
      }
      char next = script.charAt(at);
      if (next == '\'' || next == '"') {
        string(next);
      } else if (Character.isDigit(next) || (next == '-' && digitFollows())) {
        number();
      } else if (Character.isJavaIdentifierStart(next)) {
        int start = at;
        while (at < script.length() && Character.isJavaIdentifierPart(script.charAt(at))) {
          at++;
        }
        tokens.add(new Token(Token.Kind.NAME, script.substring(start, at), null, start));
      } else if (".,()[]{}:;".indexOf(next) >= 0) {
        tokens.add(new Token(Token.Kind.SIGN, String.valueOf(next), null, at++));
      } else {
        throw error(script, at, "Unexpected character '" + next + "'");
      }
    }
  }

  private boolean digitFollows() {
    return at + 1 < script.length() && Character.isDigit(script.charAt(at + 1));
  }

  private void string(char quote) {
    int start = at++;
    StringBuilder text = new StringBuilder();
    while (at < script.length() && script.charAt(at) != quote) {
      char next = script.charAt(at++);
      if (next == '\\' && at < script.length()) {
        escape(text, script.charAt(at++));
      } else {
        text.append(next);
      }
    }
    if (at == script.length()) {
      throw error(script, start, "A string does not end");
    }
    at++;
    tokens.add(new Token(Token.Kind.STRING, text.toString(), text.toString(), start));
  }

  private void escape(StringBuilder text, char escaped) {
    switch (escaped) {
      case 'n' -> text.append('\n');
      case 't' -> text.append('\t');
      case 'r' -> text.append('\r');
      case 'b' -> text.append('\b');
      case 'f' -> text.append('\f');
      case '\\', '\'', '"', '$', '/' -> text.append(escaped);
      case 'u' -> {
        int end = Math.min(at + 4, script.length());
        try {
          text.append((char) Integer.parseInt(script.substring(at, end), 16));
        } catch (NumberFormatException e) {
          throw error(script, at, "An escape with \\u has four hexadecimal digits");
        }
        at = end;
      }
      default -> throw error(script, at - 1, "Unknown escape '\\" + escaped + "'");
    }
  }

  private void number() {
    int start = at++;
    while (at < script.length() && isOfNumber(script.charAt(at))) {
      at++;
    }
    // A dot without a digit after it begins a call.
    int end = at;
    String text = script.substring(start, end);
    char suffix = ' ';
    if (end < script.length() && "lLiIfFdDmMnNsSbB".indexOf(script.charAt(end)) >= 0) {
      suffix = Character.toLowerCase(script.charAt(end));
      at++;
    }
    if (at < script.length() && Character.isJavaIdentifierPart(script.charAt(at))) {
      throw error(script, start, "Not a number");
    }
    try {
      tokens.add(new Token(Token.Kind.NUMBER, text, value(text, suffix), start));
    } catch (ArithmeticException | NumberFormatException e) {
      throw error(script, start, "Not a number");
    }
  }

  private boolean isOfNumber(char next) {
    if (Character.isDigit(next)) {
      return true;
    }
    boolean digit = digitFollows();
    if (next == '.') {
      return digit;
    }
    boolean sign =
        at + 2 < script.length()
            && "+-".indexOf(script.charAt(at + 1)) >= 0
            && Character.isDigit(script.charAt(at + 2));
    if (next == 'e' || next == 'E') {
      return digit || sign;
    }
    return "+-".indexOf(next) >= 0 && "eE".indexOf(script.charAt(at - 1)) >= 0;
  }

  private static Object value(String text, char suffix) {
    BigDecimal exact = new BigDecimal(text.toLowerCase(Locale.ROOT));
    return switch (suffix) {
      case 'l' -> exact.longValueExact();
      case 'i' -> exact.intValueExact();
      case 's' -> exact.shortValueExact();
      case 'b' -> exact.byteValueExact();
      case 'f' -> exact.floatValue();
      case 'd' -> exact.doubleValue();
      case 'm' -> exact;
      case 'n' -> exact.toBigIntegerExact();
      default -> plain(text, exact);
    };
  }

  private static Object plain(String text, BigDecimal exact) {
    if (text.indexOf('.') >= 0 || text.indexOf('e') >= 0 || text.indexOf('E') >= 0) {
      return exact.doubleValue();
    }
    BigInteger whole = exact.toBigIntegerExact();
    if (whole.bitLength() < Integer.SIZE) {
      return whole.intValue();
    }
    return whole.bitLength() < Long.SIZE ? (Object) whole.longValue() : whole;
  }

  static DatabaseException error(String script, int offset, String text) {
    int line = 1;
    int column = 1;
    for (int i = 0; i < Math.min(offset, script.length()); i++) {
      column = script.charAt(i) == '\n' ? 1 : column + 1;
      line += script.charAt(i) == '\n' ? 1 : 0;
    }
    return DatabaseException.badRequest(COMPILATION)
        .with("problem", text)
        .with("line", line)
        .with("column", column);
  }
}
