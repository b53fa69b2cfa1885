package dev.partita.aggregation.expression;

import static dev.partita.aggregation.expression.Operands.isNullish;
import static dev.partita.aggregation.expression.Operands.type;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import dev.partita.mql.query.RegexPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/** Operators that look for a pattern in a string. */
final class RegexOperators {

  /** What an operator makes of the matches. */
  private interface Answer {
    BsonValue of(Matcher matcher, String text);
  }

  private RegexOperators() {}

  static void addTo(Operators operators) {
    add(operators, "$regexMatch", BsonValue.FALSE, (matcher, _) -> BsonValue.of(matcher.find()));
    add(
        operators,
        "$regexFind",
        BsonValue.NULL,
        (matcher, text) -> matcher.find() ? match(matcher, text, 0, 0) : BsonValue.NULL);
    add(operators, "$regexFindAll", BsonValue.EMPTY_ARRAY, RegexOperators::all);
  }

  private static void add(Operators operators, String name, BsonValue nothing, Answer answer) {
    operators.add(
        name,
        (argument, reader) -> {
          if (!argument.isDocument()) {
            throw new MqlException(
                51103, name + " expects an object of named arguments but found: " + type(argument));
          }
          NamedArguments arguments = reader.named(name, argument, 51103);
          for (String given : arguments.names()) {
            if (!Set.of("input", "regex", "options").contains(given)) {
              throw new MqlException(31024, name + " found an unknown argument: " + given);
            }
          }
          Expression input = arguments.optional("input");
          if (input == null) {
            throw new MqlException(31022, name + " requires 'input' parameter");
          }
          Expression regex = arguments.optional("regex");
          if (regex == null) {
            throw new MqlException(31023, name + " requires 'regex' parameter");
          }
          return new Search(name, input, regex, arguments.optional("options"), nothing, answer);
        });
  }

  private record Search(
      String name,
      Expression input,
      Expression regex,
      @Nullable Expression options,
      BsonValue nothing,
      Answer answer)
      implements Expression {

    @Override
    public BsonValue evaluate(BsonDocument document, Variables variables) {
      BsonValue text = input.evaluate(document, variables);
      BsonValue pattern = regex.evaluate(document, variables);
      BsonValue flags = options == null ? null : options.evaluate(document, variables);
      if (text != null && !isNullish(text) && !text.isString()) {
        throw new MqlException(51104, name + " needs 'input' to be of type string");
      }
      RegexPattern compiled = compile(pattern, flags);
      if (compiled == null || text == null || isNullish(text)) {
        return nothing;
      }
      try {
        return answer.of(compiled.matcher(text.asString()), text.asString());
      } catch (StackOverflowError _) {
        throw RegexPattern.tooExpensive();
      }
    }

    private @Nullable RegexPattern compile(@Nullable BsonValue pattern, @Nullable BsonValue flags) {
      if (pattern == null || isNullish(pattern)) {
        checkOptions(flags);
        return null;
      }
      if (pattern.type() != BsonType.REGEX && !pattern.isString()) {
        throw new MqlException(51105, name + " needs 'regex' to be of type string or regex");
      }
      String given = checkOptions(flags);
      String text;
      String own = "";
      if (pattern.type() == BsonType.REGEX) {
        text = pattern.regexPattern();
        own = pattern.regexOptions();
        if (!own.isEmpty() && !given.isEmpty()) {
          throw new MqlException(
              51107,
              name + ": found regex option(s) specified in both 'regex' and 'option'" + " fields");
        }
      } else {
        text = pattern.asString();
      }
      if (text.indexOf(0) >= 0) {
        throw new MqlException(
            51109, name + ": regular expression cannot contain an embedded null byte");
      }
      return RegexPattern.compile(text, own.isEmpty() ? given : own);
    }

    private String checkOptions(@Nullable BsonValue flags) {
      if (flags == null || isNullish(flags)) {
        return "";
      }
      if (!flags.isString()) {
        throw new MqlException(51106, name + " needs 'options' to be of type string");
      }
      String text = flags.asString();
      if (text.indexOf(0) >= 0) {
        throw new MqlException(
            51110, name + ": regular expression options cannot contain an embedded null byte");
      }
      return text;
    }
  }

  private static BsonValue all(Matcher matcher, String text) {
    List<BsonValue> found = new ArrayList<>();
    int chars = 0;
    int points = 0;
    while (matcher.find()) {
      // Behind the last character is no place to look any more.
      if (matcher.start() == text.length() && matcher.start() > chars) {
        break;
      }
      // Counted on from the match before, so that many matches are not counted from the start.
      points += text.codePointCount(chars, matcher.start());
      chars = matcher.start();
      found.add(match(matcher, text, chars, points));
    }
    return BsonArray.of(found).toValue();
  }

  private static BsonValue match(Matcher matcher, String text, int chars, int points) {
    BsonBuilder builder =
        BsonDocument.builder()
            .put("match", matcher.group())
            .put("idx", points + text.codePointCount(chars, matcher.start()))
            .startArray("captures");
    for (int group = 1; group <= matcher.groupCount(); group++) {
      String captured = matcher.group(group);
      builder.add(captured == null ? BsonValue.NULL : BsonValue.string(captured));
    }
    return builder.end().build().toValue();
  }
}
