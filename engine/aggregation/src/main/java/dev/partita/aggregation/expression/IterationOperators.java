package dev.partita.aggregation.expression;

import static dev.partita.aggregation.expression.Operands.isNullish;
import static dev.partita.aggregation.expression.Operands.orNull;
import static dev.partita.aggregation.expression.Operands.type;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Operators that evaluate an expression for each element, and $let. */
final class IterationOperators {

  private IterationOperators() {}

  static void addTo(Operators operators) {
    operators.add("$map", IterationOperators::map);
    operators.add("$filter", IterationOperators::filter);
    operators.add("$reduce", IterationOperators::reduce);
    operators.add("$let", IterationOperators::let);
    operators.add("$sortArray", IterationOperators::sortArray);
    firstN(operators, "$firstN", true);
    firstN(operators, "$lastN", false);
    extremes(operators, "$minN", Comparator.naturalOrder());
    extremes(operators, "$maxN", Comparator.reverseOrder());
  }

  /** The name of the variable of the element. */
  private static String variable(NamedArguments arguments) {
    BsonValue name = arguments.raw("as");
    if (name == null) {
      return "this";
    }
    String text = name.isString() ? name.asString() : "";
    ParseScope.requireUserName(text);
    return text;
  }

  private static Expression map(BsonValue argument, ExpressionReader reader) {
    if (!argument.isDocument()) {
      throw new MqlException(16878, "$map only supports an object as its argument");
    }
    NamedArguments arguments = reader.named("$map", argument, 16878);
    for (String given : arguments.names()) {
      if (!Set.of("input", "as", "in").contains(given)) {
        throw new MqlException(16879, "Unrecognized parameter to $map: " + given);
      }
    }
    Expression input = arguments.required("input", 16880);
    String name = variable(arguments);
    BsonValue in = arguments.raw("in");
    if (in == null) {
      throw new MqlException(16882, "Missing 'in' parameter to $map");
    }
    Expression body = reader.with(name).parse(in);
    return (document, variables) -> {
      BsonValue array = input.evaluate(document, variables);
      if (array == null || isNullish(array)) {
        return BsonValue.NULL;
      }
      if (!array.isArray()) {
        throw new MqlException(16883, "input to $map must be an array not " + type(array));
      }
      List<BsonValue> mapped = new ArrayList<>();
      for (BsonValue element : array.asArray()) {
        mapped.add(orNull(body.evaluate(document, variables.with(name, element))));
      }
      return BsonArray.of(mapped).toValue();
    };
  }

  private static Expression filter(BsonValue argument, ExpressionReader reader) {
    if (!argument.isDocument()) {
      throw new MqlException(28646, "$filter only supports an object as its argument");
    }
    NamedArguments arguments = reader.named("$filter", argument, 28646);
    for (String given : arguments.names()) {
      if (!Set.of("input", "as", "cond", "limit").contains(given)) {
        throw new MqlException(28647, "Unrecognized parameter to $filter: " + given);
      }
    }
    Expression input = arguments.required("input", 28648);
    BsonValue condition = arguments.raw("cond");
    if (condition == null) {
      throw new MqlException(28650, "Missing 'cond' parameter to $filter");
    }
    String name = variable(arguments);
    Expression test = reader.with(name).parse(condition);
    Expression limit = arguments.optional("limit");
    return (document, variables) -> {
      BsonValue array = input.evaluate(document, variables);
      if (array == null || isNullish(array)) {
        return BsonValue.NULL;
      }
      if (!array.isArray()) {
        throw new MqlException(28651, "input to $filter must be an array not " + type(array));
      }
      if (array.asArray().isEmpty()) {
        return array;
      }
      int most = limit == null ? Integer.MAX_VALUE : limit(limit.evaluate(document, variables));
      List<BsonValue> kept = new ArrayList<>();
      for (BsonValue element : array.asArray()) {
        if (Expression.truth(test.evaluate(document, variables.with(name, element)))) {
          kept.add(element);
          if (kept.size() == most) {
            break;
          }
        }
      }
      return BsonArray.of(kept).toValue();
    };
  }

  private static int limit(@Nullable BsonValue value) {
    if (isNullish(value)) {
      return Integer.MAX_VALUE;
    }
    Integer limit = Operands.int32(value);
    if (limit == null) {
      throw new MqlException(
          327391,
          "$filter: limit must be represented as a 32-bit integral value: " + ValueText.of(value));
    }
    if (limit <= 0) {
      throw new MqlException(327392, "$filter: limit must be greater than 0: " + limit);
    }
    return limit;
  }

  private static Expression reduce(BsonValue argument, ExpressionReader reader) {
    if (!argument.isDocument()) {
      throw new MqlException(
          40075, "$reduce requires an object as an argument, found: " + type(argument));
    }
    NamedArguments arguments = reader.named("$reduce", argument, 40075);
    for (String given : arguments.names()) {
      if (!Set.of("input", "initialValue", "in").contains(given)) {
        throw new MqlException(40076, "$reduce found an unknown argument: " + given);
      }
    }
    Expression input = needed(arguments, "input", 40077);
    Expression initial = needed(arguments, "initialValue", 40078);
    BsonValue in = arguments.raw("in");
    if (in == null) {
      throw new MqlException(40079, "$reduce requires 'in' to be specified");
    }
    Expression body = reader.with("this").with("value").parse(in);
    return (document, variables) -> {
      BsonValue array = input.evaluate(document, variables);
      if (array == null || isNullish(array)) {
        return BsonValue.NULL;
      }
      if (!array.isArray()) {
        throw new MqlException(
            40080, "$reduce requires that 'input' be an array, found: " + ValueText.of(array));
      }
      BsonValue value = initial.evaluate(document, variables);
      for (BsonValue element : array.asArray()) {
        value = body.evaluate(document, variables.with("this", element).with("value", value));
      }
      return value;
    };
  }

  private static Expression needed(NamedArguments arguments, String name, int code) {
    Expression value = arguments.optional(name);
    if (value == null) {
      throw new MqlException(code, "$reduce requires '" + name + "' to be specified");
    }
    return value;
  }

  private static Expression let(BsonValue argument, ExpressionReader reader) {
    if (!argument.isDocument()) {
      throw new MqlException(16874, "$let only supports an object as its argument");
    }
    NamedArguments arguments = reader.named("$let", argument, 16874);
    for (String given : arguments.names()) {
      if (!Set.of("vars", "in").contains(given)) {
        throw new MqlException(16875, "Unrecognized parameter to $let: " + given);
      }
    }
    BsonValue vars = arguments.raw("vars");
    BsonValue in = arguments.raw("in");
    if (vars == null) {
      throw new MqlException(16876, "Missing 'vars' parameter to $let");
    }
    if (in == null) {
      throw new MqlException(16877, "Missing 'in' parameter to $let");
    }
    if (!vars.isDocument()) {
      throw new MqlException(10065, "invalid parameter: expected an object (vars)");
    }
    Map<String, Expression> bound = new LinkedHashMap<>();
    ExpressionReader inner = reader;
    for (BsonElement element : vars.asDocument()) {
      inner = inner.with(element.name());
      bound.put(element.name(), reader.parse(element.value()));
    }
    Expression body = inner.parse(in);
    return (document, variables) -> {
      Variables extended = variables;
      for (Map.Entry<String, Expression> each : bound.entrySet()) {
        extended = extended.with(each.getKey(), each.getValue().evaluate(document, variables));
      }
      return body.evaluate(document, extended);
    };
  }

  private static Expression sortArray(BsonValue argument, ExpressionReader reader) {
    if (!argument.isDocument()) {
      throw new MqlException(
          2942500, "$sortArray requires an object as an argument, found: " + type(argument));
    }
    NamedArguments arguments = reader.named("$sortArray", argument, 2942500);
    for (String given : arguments.names()) {
      if (!Set.of("input", "sortBy").contains(given)) {
        throw new MqlException(2942501, "$sortArray found an unknown argument: " + given);
      }
    }
    Expression input = arguments.optional("input");
    if (input == null) {
      throw new MqlException(2942502, "$sortArray requires 'input' to be specified");
    }
    BsonValue by = arguments.raw("sortBy");
    if (by == null) {
      throw new MqlException(2942503, "$sortArray requires 'sortBy' to be specified");
    }
    Comparator<BsonValue> comparator = ArraySort.comparator(by, reader.order());
    return (document, variables) -> {
      BsonValue array = input.evaluate(document, variables);
      if (array == null || isNullish(array)) {
        return BsonValue.NULL;
      }
      if (!array.isArray()) {
        throw new MqlException(
            2942504,
            "The input argument to $sortArray must be an array, but was of type: " + type(array));
      }
      List<BsonValue> elements = array.asArray().values();
      elements.sort(comparator);
      return BsonArray.of(elements).toValue();
    };
  }

  /** The count and the array of an operator that takes some elements. */
  private record Some(Expression count, Expression input) {

    static Some read(String name, BsonValue argument, ExpressionReader reader) {
      if (!argument.isDocument()) {
        throw new MqlException(
            5787801,
            "specification must be an object; found " + name + ": " + ValueText.of(argument));
      }
      NamedArguments arguments = reader.named(name, argument, 5787801);
      for (String given : arguments.names()) {
        if (!Set.of("n", "input").contains(given)) {
          throw new MqlException(5787901, "Unknown argument for 'n' operator: " + given);
        }
      }
      Expression count = arguments.optional("n");
      Expression input = arguments.optional("input");
      if (count == null) {
        throw new MqlException(5787906, "Missing value for 'n'");
      }
      if (input == null) {
        throw new MqlException(5787907, "Missing value for 'input'");
      }
      return new Some(count, input);
    }
  }

  private static void firstN(Operators operators, String name, boolean first) {
    operators.add(
        name,
        (argument, reader) -> {
          Some some = Some.read(name, argument, reader);
          return (document, variables) -> {
            int count = ArrayFunctions.count(name, some.count().evaluate(document, variables));
            List<BsonValue> elements = array(some.input().evaluate(document, variables));
            int from = first ? 0 : Math.max(0, elements.size() - count);
            int to = first ? Math.min(count, elements.size()) : elements.size();
            return BsonArray.of(elements.subList(from, to)).toValue();
          };
        });
  }

  private static void extremes(Operators operators, String name, Comparator<Integer> direction) {
    operators.add(
        name,
        (argument, reader) -> {
          Some some = Some.read(name, argument, reader);
          BsonOrder order = reader.order();
          return (document, variables) -> {
            int count = ArrayFunctions.count(name, some.count().evaluate(document, variables));
            List<BsonValue> elements = array(some.input().evaluate(document, variables));
            elements.removeIf(BsonValue::isNullish);
            elements.sort((a, b) -> direction.compare(Integer.signum(order.compare(a, b)), 0));
            return BsonArray.of(elements.subList(0, Math.min(count, elements.size()))).toValue();
          };
        });
  }

  private static List<BsonValue> array(@Nullable BsonValue value) {
    if (value == null || !value.isArray()) {
      throw new MqlException(5788200, "Input must be an array");
    }
    return value.asArray().values();
  }

  /** Whether a number says that sorting goes upward; for specifications of one number. */
  static boolean isDirection(BsonValue value) {
    Long number = value.isNumber() ? BsonNumbers.exactLong(value) : null;
    return number != null && (number == 1 || number == -1);
  }
}
