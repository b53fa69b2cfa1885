package dev.partita.query.function;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.WorkUnits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Functions from strings to strings. Lengths and positions count UTF-16 units. Pure functions. */
final class StringFunctions {

  private static final JsonValue UNDEFINED = JsonUndefined.UNDEFINED;
  private static final int MAX_REPLICATED = 10_000;

  private StringFunctions() {}

  static Stream<Function> all() {
    return Stream.of(
        Function.of("CONCAT", 2, Function.UNBOUNDED, StringFunctions::concat),
        Function.binary("LEFT", (text, count) -> part(text, count, true)),
        Function.binary("RIGHT", (text, count) -> part(text, count, false)),
        Function.look(
            "LENGTH",
            value -> value instanceof JsonString(String s) ? JsonNumber.of(s.length()) : UNDEFINED),
        text("LOWER", Casing::lower),
        text("UPPER", Casing::upper),
        text("REVERSE", text -> new StringBuilder(text).reverse().toString()),
        Function.of("LTRIM", 1, 2, arguments -> trim(arguments, true, false)),
        Function.of("RTRIM", 1, 2, arguments -> trim(arguments, false, true)),
        Function.of("TRIM", 1, 2, arguments -> trim(arguments, true, true)),
        Function.of("REPLACE", 3, 3, StringFunctions::replace),
        Function.binary("REPLICATE", StringFunctions::replicate),
        Function.of("SUBSTRING", 3, 3, StringFunctions::substring),
        around("SubstringBefore", (text, at, length) -> text.substring(0, at), false),
        around("SubstringAfter", (text, at, length) -> text.substring(at + length), false),
        around("LastSubstringBefore", (text, at, length) -> text.substring(0, at), true),
        around("LastSubstringAfter", (text, at, length) -> text.substring(at + length), true),
        Function.binary("StringJoin", StringFunctions::join),
        Function.binary("StringSplit", StringFunctions::split));
  }

  private static Function text(String name, UnaryOperator<String> body) {
    return Function.unary(
        name,
        value ->
            value instanceof JsonString(String text) ? JsonString.of(body.apply(text)) : UNDEFINED);
  }

  private static JsonValue concat(JsonValue[] arguments) {
    StringBuilder joined = new StringBuilder();
    for (JsonValue argument : arguments) {
      if (!(argument instanceof JsonString(String text))) {
        return UNDEFINED;
      }
      joined.append(text);
    }
    return JsonString.of(joined.toString());
  }

  private static JsonValue part(JsonValue value, JsonValue count, boolean left) {
    if (!(value instanceof JsonString(String text))
        || !(count instanceof JsonNumber number)
        || !number.isIntegral()) {
      return UNDEFINED;
    }
    int length = Math.clamp(number.longValue(), 0, text.length());
    return JsonString.of(left ? text.substring(0, length) : text.substring(text.length() - length));
  }

  private static JsonValue substring(JsonValue[] arguments) {
    if (!(arguments[0] instanceof JsonString(String text))
        || !(arguments[1] instanceof JsonNumber start)
        || !(arguments[2] instanceof JsonNumber count)
        || !start.isIntegral()
        || !count.isIntegral()) {
      return UNDEFINED;
    }
    long from = start.longValue();
    if (from < 0 || from >= text.length() || count.longValue() <= 0) {
      return JsonString.EMPTY;
    }
    long length = Math.min(count.longValue(), text.length() - from);
    return JsonString.of(text.substring((int) from, (int) (from + length)));
  }

  /**
   * Removes leading and trailing characters of a set: white space unless the second argument gives
   * one.
   */
  private static JsonValue trim(JsonValue[] arguments, boolean left, boolean right) {
    JsonValue set = arguments.length == 2 ? arguments[1] : JsonString.EMPTY;
    if (!(arguments[0] instanceof JsonString(String text))
        || !(set instanceof JsonString(String characters))) {
      return UNDEFINED;
    }
    IntPredicate removed =
        arguments.length == 2 ? c -> characters.indexOf(c) >= 0 : StringFunctions::isSpace;
    int start = 0;
    int end = text.length();
    while (left && start < end && removed.test(text.charAt(start))) {
      start++;
    }
    while (right && end > start && removed.test(text.charAt(end - 1))) {
      end--;
    }
    return JsonString.of(text.substring(start, end));
  }

  private static boolean isSpace(int c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  private static JsonValue replace(JsonValue[] arguments) {
    if (!(arguments[0] instanceof JsonString(String text))
        || !(arguments[1] instanceof JsonString(String old))
        || !(arguments[2] instanceof JsonString(String replacement))) {
      return UNDEFINED;
    }
    if (old.isEmpty()) {
      return arguments[0];
    }
    // Upper bound of the number of occurrences.
    WorkUnits.requireShort((long) text.length() / old.length() * replacement.length());
    return JsonString.of(text.replace(old, replacement));
  }

  private static JsonValue replicate(JsonValue value, JsonValue count) {
    if (!(value instanceof JsonString(String text)) || !(count instanceof JsonNumber number)) {
      return UNDEFINED;
    }
    double times = number.doubleValue();
    if (times < 0 || Math.floor(times) * text.length() > MAX_REPLICATED) {
      return UNDEFINED;
    }
    return text.isEmpty() ? value : JsonString.of(text.repeat((int) times));
  }

  /** Part of a text before or after an occurrence of another one. */
  @FunctionalInterface
  private interface Cut {
    String apply(String text, int position, int length);
  }

  private static Function around(String name, Cut cut, boolean last) {
    return Function.binary(
        name,
        (value, sought) -> {
          if (!(value instanceof JsonString(String text))
              || !(sought instanceof JsonString(String part))) {
            return UNDEFINED;
          }
          int position = last ? text.lastIndexOf(part) : text.indexOf(part);
          return position < 0 ? UNDEFINED : JsonString.of(cut.apply(text, position, part.length()));
        });
  }

  private static JsonValue join(JsonValue list, JsonValue separator) {
    if (!(list instanceof JsonArray array) || !(separator instanceof JsonString(String between))) {
      return UNDEFINED;
    }
    StringBuilder joined = new StringBuilder();
    for (int i = 0; i < array.size(); i++) {
      if (!(array.at(i) instanceof JsonString(String text))) {
        return UNDEFINED;
      }
      WorkUnits.requireShort((long) joined.length() + between.length() + text.length());
      joined.append(i == 0 ? "" : between).append(text);
    }
    return JsonString.of(joined.toString());
  }

  private static JsonValue split(JsonValue value, JsonValue separator) {
    if (!(value instanceof JsonString(String text))
        || !(separator instanceof JsonString(String between))) {
      return UNDEFINED;
    }
    if (between.isEmpty()) {
      return JsonArray.of(value);
    }
    List<JsonValue> parts = new ArrayList<>();
    int start = 0;
    for (int end = text.indexOf(between); end >= 0; end = text.indexOf(between, start)) {
      parts.add(JsonString.of(text.substring(start, end)));
      start = end + between.length();
    }
    parts.add(JsonString.of(text.substring(start)));
    return JsonArray.of(parts);
  }
}
