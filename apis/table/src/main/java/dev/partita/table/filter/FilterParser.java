package dev.partita.table.filter;

import dev.partita.base.error.DatabaseException;
import dev.partita.table.edm.EdmTexts;
import dev.partita.table.edm.EdmType;
import dev.partita.table.edm.EdmValue;
import dev.partita.table.edm.Ticks;
import dev.partita.table.error.TableError;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the text of a {@code $filter} by recursive descent. Used for one text, by one thread.
 *
 * <pre>
 * filter     = and *( "or" and )
 * and        = unary *( "and" unary )
 * unary      = "not" unary / "(" filter ")" / operand [ operator operand ]
 * operand    = name / 'text' / integer / integer "L" / number / "true" / "false"
 *            / datetime'…' / guid'…' / X'…' / binary'…'
 * operator   = "eq" / "ne" / "gt" / "ge" / "lt" / "le"
 * </pre>
 */
public final class FilterParser {

  private static final int DEEPEST = 200;

  private final String text;
  private int at;
  private int depth;

  private FilterParser(String text) {
    this.text = text;
  }

  /**
   * @return empty for a text without a condition
   * @throws DatabaseException if it is not a filter, with the place where it goes wrong
   */
  public static Optional<Filter> parse(@Nullable String text) {
    if (text == null || text.isBlank()) {
      return Optional.empty();
    }
    FilterParser parser = new FilterParser(text);
    Filter filter = parser.or();
    parser.skipBlanks();
    if (parser.at < text.length()) {
      throw parser.wrong("There is something after the end of the filter.");
    }
    return Optional.of(filter);
  }

  private Filter or() {
    Filter left = and();
    while (word("or")) {
      left = new Filter.Or(left, and());
    }
    return left;
  }

  private Filter and() {
    Filter left = unary();
    while (word("and")) {
      left = new Filter.And(left, unary());
    }
    return left;
  }

  private Filter unary() {
    if (++depth > DEEPEST) {
      throw wrong("The filter nests too deep.");
    }
    try {
      if (word("not")) {
        return new Filter.Not(unary());
      }
      skipBlanks();
      if (at < text.length() && text.charAt(at) == '(') {
        at++;
        Filter inner = or();
        skipBlanks();
        if (at == text.length() || text.charAt(at) != ')') {
          throw wrong("A parenthesis is not closed.");
        }
        at++;
        return inner;
      }
      return comparison();
    } finally {
      depth--;
    }
  }

  private Filter comparison() {
    int start = at;
    Filter.Operand left = operand();
    for (Filter.Operator operator : Filter.Operator.values()) {
      if (word(operator.name().toLowerCase(Locale.ROOT))) {
        return new Filter.Comparison(left, operator, operand());
      }
    }
    if (left instanceof Filter.Operand.Named
        || left instanceof Filter.Operand.Constant(EdmValue.Flag _)) {
      return new Filter.Truth(left);
    }
    at = start;
    throw wrong("A constant is compared with nothing: eq, ne, gt, ge, lt or le is missing.");
  }

  private Filter.Operand operand() {
    skipBlanks();
    if (at == text.length()) {
      throw wrong("The filter ends where a property or a constant is expected.");
    }
    char first = text.charAt(at);
    if (first == '\'') {
      return constant(new EdmValue.Text(quoted()));
    }
    if (first == '-' || first == '+' || isDigit(first) || first == '.') {
      return constant(number());
    }
    if (!Character.isUnicodeIdentifierStart(first) && first != '_') {
      throw wrong("A property or a constant is expected.");
    }
    int start = at;
    String name = name();
    if (at < text.length() && text.charAt(at) == '\'') {
      return constant(typed(name, start));
    }
    if (at < text.length() && text.charAt(at) == '(') {
      throw TableError.NOT_IMPLEMENTED
          .failure("A filter has no functions.")
          .with("function", name)
          .with("filter", text);
    }
    if (name.equalsIgnoreCase("true") || name.equalsIgnoreCase("false")) {
      return constant(new EdmValue.Flag(name.equalsIgnoreCase("true")));
    }
    return switch (name) {
      case "null" -> {
        at = start;
        throw wrong("Entities have no properties that are null.");
      }
      case "and", "or", "not", "eq", "ne", "gt", "ge", "lt", "le" -> {
        at = start;
        throw wrong("A property or a constant is expected before an operator.");
      }
      default -> new Filter.Operand.Named(name);
    };
  }

  private static Filter.Operand constant(EdmValue value) {
    return new Filter.Operand.Constant(value);
  }

  private EdmValue typed(String prefix, int start) {
    String content = quoted();
    try {
      return switch (prefix) {
        case "datetime" -> new EdmValue.Moment(Ticks.parse(content));
        case "guid" -> EdmTexts.value(EdmType.GUID, content);
        case "X", "x", "binary" -> new EdmValue.Binary(HexFormat.of().parseHex(content));
        default -> {
          at = start;
          throw wrong("A constant has an unknown type: datetime, guid, X and binary are known.");
        }
      };
    } catch (IllegalArgumentException e) {
      at = start;
      throw wrong("A binary constant is not an even number of hexadecimal digits.");
    }
  }

  private String quoted() {
    int start = at;
    StringBuilder content = new StringBuilder();
    for (at++; at < text.length(); at++) {
      char next = text.charAt(at);
      if (next != '\'') {
        content.append(next);
      } else if (at + 1 < text.length() && text.charAt(at + 1) == '\'') {
        content.append(next);
        at++;
      } else {
        at++;
        return content.toString();
      }
    }
    at = start;
    throw wrong("A text has no quote at its end.");
  }

  private EdmValue number() {
    int start = at;
    if (text.charAt(at) == '-' || text.charAt(at) == '+') {
      at++;
    }
    boolean whole = true;
    while (at < text.length()) {
      char next = text.charAt(at);
      boolean exponent = next == 'e' || next == 'E';
      if (next == '.' || exponent) {
        whole = false;
      } else if (!isDigit(next)) {
        break;
      }
      at++;
      if (exponent && at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
        at++;
      }
    }
    String digits = text.substring(start, at);
    try {
      if (at < text.length() && (text.charAt(at) == 'L' || text.charAt(at) == 'l') && whole) {
        at++;
        return new EdmValue.Int64(Long.parseLong(digits));
      }
      if (at < text.length() && (text.charAt(at) == 'd' || text.charAt(at) == 'D')) {
        at++;
        return new EdmValue.Real(Double.parseDouble(digits));
      }
      if (!whole) {
        return new EdmValue.Real(Double.parseDouble(digits));
      }
      long value = Long.parseLong(digits);
      return value == (int) value ? new EdmValue.Int32((int) value) : new EdmValue.Int64(value);
    } catch (NumberFormatException e) {
      at = start;
      throw wrong("A number is not well formed, or beyond 64 bits.");
    }
  }

  private String name() {
    int start = at;
    while (at < text.length() && Character.isUnicodeIdentifierPart(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  /** Whether the word comes next, and goes on behind it if so. */
  private boolean word(String word) {
    skipBlanks();
    int end = at + word.length();
    if (!text.startsWith(word, at)
        || (end < text.length() && Character.isUnicodeIdentifierPart(text.charAt(end)))) {
      return false;
    }
    at = end;
    return true;
  }

  private void skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private DatabaseException wrong(String detail) {
    return TableError.INVALID_INPUT.failure(detail).with("filter", text).with("offset", at);
  }
}
