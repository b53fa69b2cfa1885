package dev.partita.query.function;

import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/** Functions that search strings. Pure functions. */
final class StringSearchFunctions {

  private static final JsonValue UNDEFINED = JsonUndefined.UNDEFINED;

  private StringSearchFunctions() {}

  static Stream<Function> all() {
    return Stream.of(
        test("CONTAINS", String::contains),
        test("STARTSWITH", String::startsWith),
        test("ENDSWITH", String::endsWith),
        test("StringEquals", String::equals),
        several("CONTAINS_ANY_CI", true, true),
        several("CONTAINS_ANY_CS", true, false),
        several("CONTAINS_ALL_CI", false, true),
        several("CONTAINS_ALL_CS", false, false),
        Function.of("INDEX_OF", 2, 3, StringSearchFunctions::indexOf),
        Function.of("LastIndexOf", 2, 3, StringSearchFunctions::lastIndexOf));
  }

  /** Predicate of two strings; a third argument selects whether case is ignored. */
  private static Function test(String name, BiPredicate<String, String> test) {
    return Function.of(
        name,
        2,
        3,
        arguments -> {
          JsonValue ignoreCase = arguments.length == 3 ? arguments[2] : JsonBoolean.FALSE;
          if (!(arguments[0] instanceof JsonString(String text))
              || !(arguments[1] instanceof JsonString(String part))
              || !(ignoreCase instanceof JsonBoolean folded)) {
            return UNDEFINED;
          }
          return JsonBoolean.of(
              folded.value()
                  ? test.test(Casing.folded(text), Casing.folded(part))
                  : test.test(text, part));
        });
  }

  /**
   * Function of several strings: the first one found decides for any, the first one missing for
   * all; other values are skipped.
   */
  private static Function several(String name, boolean any, boolean ignoreCase) {
    return Function.of(
        name,
        2,
        Function.UNBOUNDED,
        arguments -> {
          if (!(arguments[0] instanceof JsonString(String given))) {
            return UNDEFINED;
          }
          String text = ignoreCase ? Casing.folded(given) : given;
          JsonValue outcome = JsonBoolean.of(!any);
          for (int i = 1; i < arguments.length; i++) {
            if (!(arguments[i] instanceof JsonString(String part))) {
              outcome = UNDEFINED;
            } else if (text.contains(ignoreCase ? Casing.folded(part) : part) == any) {
              return JsonBoolean.of(any);
            }
          }
          return outcome;
        });
  }

  private static JsonValue indexOf(JsonValue[] arguments) {
    JsonValue start = arguments.length == 3 ? arguments[2] : JsonNumber.ZERO;
    if (!(arguments[0] instanceof JsonString(String text))
        || !(arguments[1] instanceof JsonString(String part))
        || !(start instanceof JsonNumber from)
        || !from.isIntegral()
        || from.longValue() < 0) {
      return UNDEFINED;
    }
    return from.longValue() > text.length()
        ? JsonNumber.of(-1)
        : JsonNumber.of(text.indexOf(part, (int) from.longValue()));
  }

  /** Last occurrence that ends at or before a position, if one is given. */
  private static JsonValue lastIndexOf(JsonValue[] arguments) {
    if (!(arguments[0] instanceof JsonString(String text))
        || !(arguments[1] instanceof JsonString(String part))) {
      return UNDEFINED;
    }
    if (arguments.length == 2) {
      return JsonNumber.of(text.lastIndexOf(part));
    }
    if (!(arguments[2] instanceof JsonNumber to) || !to.isIntegral() || to.longValue() < 0) {
      return UNDEFINED;
    }
    int end = (int) Math.min(to.longValue(), text.length() - 1);
    return JsonNumber.of(text.lastIndexOf(part, end - part.length() + 1));
  }
}
