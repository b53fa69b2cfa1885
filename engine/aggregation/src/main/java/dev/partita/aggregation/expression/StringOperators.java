package dev.partita.aggregation.expression;

import static dev.partita.aggregation.expression.Operands.isNullish;
import static dev.partita.aggregation.expression.Operands.type;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Operators on strings that need no pattern. */
final class StringOperators {

  private StringOperators() {}

  static void addTo(Operators operators) {
    operators.add("$concat", 0, Operators.ANY, StringOperators::concat);
    mapped(operators, "$toLower", text -> asciiCase(text, 'A', 'Z', 32));
    mapped(operators, "$toUpper", text -> asciiCase(text, 'a', 'z', -32));
    operators.unary("$strLenBytes", operand -> length("$strLenBytes", 34473, operand, true));
    operators.unary("$strLenCP", operand -> length("$strLenCP", 34471, operand, false));
    operators.add("$strcasecmp", 2, 2, StringOperators::compareWithoutCase);
    operators.add("$split", 2, 2, StringOperators::split);
    operators.add("$indexOfBytes", 2, 4, operands -> StringSearch.bytes(operands));
    operators.add("$indexOfCP", 2, 4, operands -> StringSearch.codePoints(operands));
    operators.add("$substr", 3, 3, operands -> Substrings.bytes("$substrBytes", operands));
    operators.add("$substrBytes", 3, 3, operands -> Substrings.bytes("$substrBytes", operands));
    operators.add("$substrCP", 3, 3, Substrings::codePoints);
    trim(operators, "$trim", true, true);
    trim(operators, "$ltrim", true, false);
    trim(operators, "$rtrim", false, true);
    replace(operators, "$replaceOne", false);
    replace(operators, "$replaceAll", true);
  }

  private static BsonValue concat(@Nullable BsonValue[] operands) {
    StringBuilder text = new StringBuilder();
    for (BsonValue operand : operands) {
      if (operand == null || isNullish(operand)) {
        return BsonValue.NULL;
      }
      if (!operand.isString()) {
        throw new MqlException(16702, "$concat only supports strings, not " + type(operand));
      }
      text.append(operand.asString());
    }
    return BsonValue.string(text.toString());
  }

  private static void mapped(Operators operators, String name, UnaryOperator<String> function) {
    operators.unary(
        name,
        operand ->
            operand == null || isNullish(operand)
                ? BsonValue.EMPTY_STRING
                : BsonValue.string(function.apply(Operands.string(operand, 16007))));
  }

  /** Letters beyond ASCII stay as they are. */
  private static String asciiCase(String text, char from, char to, int shift) {
    StringBuilder changed = new StringBuilder(text);
    for (int i = 0; i < changed.length(); i++) {
      char c = changed.charAt(i);
      if (c >= from && c <= to) {
        changed.setCharAt(i, (char) (c + shift));
      }
    }
    return changed.toString();
  }

  private static BsonValue length(
      String name, int code, @Nullable BsonValue operand, boolean bytes) {
    if (operand == null || !operand.isString()) {
      throw new MqlException(code, name + " requires a string argument, found: " + type(operand));
    }
    String text = operand.asString();
    return BsonValue.int32(
        bytes ? text.getBytes(UTF_8).length : text.codePointCount(0, text.length()));
  }

  private static BsonValue compareWithoutCase(@Nullable BsonValue[] operands) {
    String first = upper(operands[0]);
    String second = upper(operands[1]);
    return BsonValue.int32(
        Integer.signum(
            java.util.Arrays.compareUnsigned(first.getBytes(UTF_8), second.getBytes(UTF_8))));
  }

  private static String upper(@Nullable BsonValue operand) {
    return operand == null || isNullish(operand)
        ? ""
        : asciiCase(Operands.string(operand, 16007), 'a', 'z', -32);
  }

  private static BsonValue split(@Nullable BsonValue[] operands) {
    BsonValue text = operands[0];
    BsonValue separator = operands[1];
    if (text == null || separator == null || isNullish(text) || isNullish(separator)) {
      return BsonValue.NULL;
    }
    if (!text.isString()) {
      throw new MqlException(
          40085,
          "$split requires an expression that evaluates to a string as a first argument,"
              + " found: "
              + type(text));
    }
    if (!separator.isString()) {
      throw new MqlException(
          40086,
          "$split requires an expression that evaluates to a string as a second argument,"
              + " found: "
              + type(separator));
    }
    String by = separator.asString();
    if (by.isEmpty()) {
      throw new MqlException(40087, "$split requires a non-empty separator");
    }
    List<BsonValue> parts = new ArrayList<>();
    String rest = text.asString();
    int from = 0;
    for (int at = rest.indexOf(by); at >= 0; at = rest.indexOf(by, from)) {
      parts.add(BsonValue.string(rest.substring(from, at)));
      from = at + by.length();
    }
    parts.add(BsonValue.string(rest.substring(from)));
    return BsonArray.of(parts).toValue();
  }

  private static void trim(Operators operators, String name, boolean left, boolean right) {
    operators.add(
        name,
        (argument, reader) -> {
          if (!argument.isDocument()) {
            throw new MqlException(
                50696, name + " only supports an object as an argument, found " + type(argument));
          }
          NamedArguments arguments = reader.named(name, argument, 50696);
          for (String given : arguments.names()) {
            if (!given.equals("input") && !given.equals("chars")) {
              throw new MqlException(50694, name + " found an unknown argument: " + given);
            }
          }
          Expression input = arguments.optional("input");
          if (input == null) {
            throw new MqlException(50695, name + " requires an 'input' field");
          }
          Expression characters = arguments.optional("chars");
          return (document, variables) -> {
            BsonValue text = input.evaluate(document, variables);
            if (text == null || isNullish(text)) {
              return BsonValue.NULL;
            }
            if (!text.isString()) {
              throw new MqlException(
                  50699,
                  name
                      + " requires its input to be a string, got "
                      + ValueText.of(text)
                      + " (of type "
                      + type(text)
                      + ") instead.");
            }
            BsonValue set = characters == null ? null : characters.evaluate(document, variables);
            if (characters != null && isNullish(set)) {
              return BsonValue.NULL;
            }
            if (set != null && !set.isString()) {
              throw new MqlException(
                  50700,
                  name
                      + " requires 'chars' to be a string, got "
                      + ValueText.of(set)
                      + " (of type "
                      + type(set)
                      + ") instead.");
            }
            return BsonValue.string(
                Substrings.trim(text.asString(), set == null ? null : set.asString(), left, right));
          };
        });
  }

  private static void replace(Operators operators, String name, boolean all) {
    operators.add(
        name,
        (argument, reader) -> {
          if (!argument.isDocument()) {
            throw new MqlException(
                51751, name + " requires an object as an argument, found: " + type(argument));
          }
          NamedArguments arguments = reader.named(name, argument, 51751);
          for (String given : arguments.names()) {
            if (!List.of("input", "find", "replacement").contains(given)) {
              throw new MqlException(51750, name + " found an unknown argument: " + given);
            }
          }
          Expression input = required(arguments, name, "input", 51749);
          Expression find = required(arguments, name, "find", 51748);
          Expression replacement = required(arguments, name, "replacement", 51747);
          return (document, variables) -> {
            BsonValue text = input.evaluate(document, variables);
            BsonValue wanted = find.evaluate(document, variables);
            BsonValue by = replacement.evaluate(document, variables);
            requireText(name, "input", text, 51746);
            requireText(name, "find", wanted, 51745);
            requireText(name, "replacement", by, 51744);
            if (text == null
                || wanted == null
                || by == null
                || isNullish(text)
                || isNullish(wanted)
                || isNullish(by)) {
              return BsonValue.NULL;
            }
            return BsonValue.string(
                replaced(text.asString(), wanted.asString(), by.asString(), all));
          };
        });
  }

  private static Expression required(
      NamedArguments arguments, String operator, String name, int code) {
    Expression value = arguments.optional(name);
    if (value == null) {
      throw new MqlException(code, operator + " requires '" + name + "' to be specified");
    }
    return value;
  }

  private static void requireText(
      String operator, String name, @Nullable BsonValue value, int code) {
    if (value != null && !isNullish(value) && !value.isString()) {
      throw new MqlException(
          code,
          operator + " requires that '" + name + "' be a string, found: " + ValueText.of(value));
    }
  }

  private static String replaced(String text, String find, String by, boolean all) {
    if (all) {
      return text.replace(find, by);
    }
    int at = text.indexOf(find);
    return at < 0 ? text : text.substring(0, at) + by + text.substring(at + find.length());
  }
}
