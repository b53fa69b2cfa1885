package dev.partita.query.function;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Constant;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Functions of regular expressions. They run in time linear in the text, whatever the pattern, so
 * that no query can block a server; the price is that lookarounds and backreferences are refused.
 * An invalid pattern or modifier makes the result undefined.
 */
final class RegexFunctions {

  private static final JsonValue UNDEFINED = JsonUndefined.UNDEFINED;

  /** Largest nesting depth of groups, as in PCRE: each needs stack. */
  private static final int MAX_DEPTH = 250;

  private RegexFunctions() {}

  static Stream<Function> all() {
    return Stream.of(
        of("RegexMatch", 3, (matcher, _) -> JsonBoolean.of(matcher.find())),
        of("_REGEX_MATCH", 3, (matcher, _) -> JsonBoolean.of(matcher.find())),
        of("RegexExtract", 4, RegexFunctions::extract),
        of("RegexExtractAll", 4, RegexFunctions::extractAll));
  }

  private static JsonValue extract(Matcher matcher, JsonValue group) {
    int number = groupNumber(matcher, group);
    return number >= 0 && matcher.find() ? groupOf(matcher, number) : UNDEFINED;
  }

  /** The chosen group of each match, or the whole match and all groups if none is chosen. */
  private static JsonValue extractAll(Matcher matcher, JsonValue group) {
    int chosen = groupNumber(matcher, group);
    if (chosen < 0) {
      return UNDEFINED;
    }
    List<JsonValue> matches = new ArrayList<>();
    while (matcher.find()) {
      List<JsonValue> groups = new ArrayList<>();
      for (int i = 0; i <= matcher.groupCount(); i++) {
        JsonValue text = groupOf(matcher, i);
        if (!text.isUndefined() && (group.isUndefined() || i == chosen)) {
          groups.add(text);
        }
      }
      matches.add(JsonArray.of(groups));
    }
    return JsonArray.of(matches);
  }

  /** Number of a group of the pattern, 0 if none is given, or -1 if there is no such group. */
  private static int groupNumber(Matcher matcher, JsonValue group) {
    if (group.isUndefined()) {
      return 0;
    }
    return group instanceof JsonNumber number
            && number.isIntegral()
            && number.longValue() >= 0
            && number.longValue() <= matcher.groupCount()
        ? (int) number.longValue()
        : -1;
  }

  private static JsonValue groupOf(Matcher matcher, int number) {
    String text = matcher.group(number);
    return text == null ? UNDEFINED : JsonString.of(text);
  }

  private static Function of(
      String name, int maxArguments, BiFunction<Matcher, JsonValue, JsonValue> body) {
    return Function.bound(
        name,
        2,
        maxArguments,
        (arguments, _) -> {
          Evaluator text = arguments.get(0);
          RowPattern pattern = pattern(arguments);
          Evaluator group = arguments.size() > 3 ? arguments.get(3) : _ -> UNDEFINED;
          return row -> {
            Pattern ready = pattern.apply(row);
            if (ready == null || !(text.value(row) instanceof JsonString(String subject))) {
              return UNDEFINED;
            }
            // Each character is compared with several positions of the pattern.
            row.work(ready.pattern().length() + subject.length());
            return body.apply(ready.matcher(subject), group.value(row));
          };
        });
  }

  /** Pattern for a row; null if it has no valid one. */
  @FunctionalInterface
  private interface RowPattern {
    @Nullable Pattern apply(Row row);
  }

  /** Compiles the pattern for a row, once if it is the same for all rows. */
  private static RowPattern pattern(List<Evaluator> arguments) {
    Evaluator pattern = arguments.get(1);
    Evaluator modifiers = arguments.size() > 2 ? arguments.get(2) : Constant.of(JsonString.EMPTY);
    if (pattern instanceof Constant fixed && modifiers instanceof Constant fixedModifiers) {
      Pattern ready = compile(fixed.value(), fixedModifiers.value());
      return _ -> ready;
    }
    return row -> compile(pattern.value(row), modifiers.value(row));
  }

  private static @Nullable Pattern compile(JsonValue pattern, JsonValue modifiers) {
    if (!(pattern instanceof JsonString(String text))
        || !(modifiers instanceof JsonString(String letters))) {
      return null;
    }
    int flags = 0;
    boolean spaced = false;
    for (int i = 0; i < letters.length(); i++) {
      switch (letters.charAt(i)) {
        case 'm' -> flags |= Pattern.MULTILINE;
        case 's' -> flags |= Pattern.DOTALL;
        case 'i' -> flags |= Pattern.CASE_INSENSITIVE;
        case 'x' -> spaced = true;
        default -> {
          return null;
        }
      }
    }
    String tight = spaced ? withoutSpaces(text) : text;
    PatternSize size = PatternSize.of(tight);
    if (size.depth() > MAX_DEPTH) {
      return null;
    }
    if (size.steps() > PatternSize.MAX_STEPS) {
      throw DatabaseException.badRequest(
              "A regular expression is too large, with its repetitions written out. Use fewer, or"
                  + " smaller ones.")
          .with("maxSteps", PatternSize.MAX_STEPS);
    }
    try {
      return Pattern.compile(tight, flags);
    } catch (PatternSyntaxException _) {
      requireMeaningless(tight);
      return null;
    }
  }

  /**
   * Patterns that are invalid everywhere make the result undefined. A pattern that is valid in
   * other engines, such as one with a lookaround, fails instead: undefined would silently hide
   * missing matches.
   */
  private static void requireMeaningless(String text) {
    try {
      var _ = java.util.regex.Pattern.compile(text);
    } catch (java.util.regex.PatternSyntaxException _) {
      return;
    }
    throw DatabaseException.badRequest(
            "A regular expression cannot look ahead, behind or back, hold on to what it has"
                + " matched, or repeat something more than a thousand times, because it is matched"
                + " in linear time.")
        .with("pattern", text);
  }

  /** Removes the white space and comments that the modifier x allows. */
  private static String withoutSpaces(String text) {
    StringBuilder kept = new StringBuilder(text.length());
    boolean inSet = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length()) {
        kept.append(c).append(text.charAt(++i));
        continue;
      }
      inSet = inSet ? c != ']' : c == '[';
      if (!inSet && c == '#') {
        int end = text.indexOf('\n', i);
        i = end < 0 ? text.length() : end;
      } else if (inSet || !Character.isWhitespace(c)) {
        kept.append(c);
      }
    }
    return kept.toString();
  }
}
