package dev.partita.aggregation.expression;

import static dev.partita.aggregation.expression.Operands.isNullish;
import static dev.partita.aggregation.expression.Operands.orNull;
import static dev.partita.aggregation.expression.Operands.type;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operators on arrays that bind no variables. */
final class ArrayFunctions {

  private ArrayFunctions() {}

  static void addTo(Operators operators) {
    operators.add("$arrayElemAt", 2, 2, operands -> elementAt(operands[0], operands[1]));
    operators.unary("$first", operand -> end("$first", operand, true));
    operators.unary("$last", operand -> end("$last", operand, false));
    operators.unary("$size", ArrayFunctions::size);
    operators.unary("$isArray", operand -> BsonValue.of(operand != null && operand.isArray()));
    operators.add("$slice", 2, 3, ArraySlices::slice);
    operators.add("$concatArrays", 0, Operators.ANY, ArrayFunctions::concat);
    operators.unary("$reverseArray", ArrayFunctions::reverse);
    operators.add("$range", 2, 3, ArraySlices::range);
    operators.add("$in", ArrayFunctions::in);
    operators.add("$indexOfArray", ArrayFunctions::indexOf);
    operators.add("$zip", ArrayFunctions::zip);
  }

  private static @Nullable BsonValue elementAt(
      @Nullable BsonValue array, @Nullable BsonValue index) {
    if (isNullish(array) || isNullish(index) || array == null || index == null) {
      return BsonValue.NULL;
    }
    if (!array.isArray()) {
      throw new MqlException(
          28689, "$arrayElemAt's first argument must be an array, but is " + type(array));
    }
    if (!index.isNumber()) {
      throw new MqlException(
          28690, "$arrayElemAt's second argument must be a numeric value, but is " + type(index));
    }
    Integer at = Operands.int32(index);
    if (at == null) {
      throw new MqlException(
          28691,
          "$arrayElemAt's second argument must be representable as a 32-bit integer: "
              + ValueText.of(index));
    }
    BsonArray elements = array.asArray();
    return at >= 0 ? elements.get(at) : fromEnd(elements, at);
  }

  private static @Nullable BsonValue fromEnd(BsonArray elements, int index) {
    int at = elements.size() + index;
    return at < 0 ? null : elements.get(at);
  }

  private static @Nullable BsonValue end(String name, @Nullable BsonValue array, boolean first) {
    if (array == null || isNullish(array)) {
      return BsonValue.NULL;
    }
    if (!array.isArray()) {
      throw new MqlException(28689, name + "'s argument must be an array, but is " + type(array));
    }
    BsonArray elements = array.asArray();
    return first ? elements.get(0) : fromEnd(elements, -1);
  }

  private static BsonValue size(@Nullable BsonValue array) {
    if (array == null || !array.isArray()) {
      throw new MqlException(
          17124, "The argument to $size must be an array, but was of type: " + type(array));
    }
    return BsonValue.int32(array.asArray().size());
  }

  private static BsonValue concat(@Nullable BsonValue[] operands) {
    List<BsonValue> all = new ArrayList<>();
    for (BsonValue operand : operands) {
      if (operand == null || isNullish(operand)) {
        return BsonValue.NULL;
      }
      if (!operand.isArray()) {
        throw new MqlException(28664, "$concatArrays only supports arrays, not " + type(operand));
      }
      all.addAll(operand.asArray().values());
    }
    return BsonArray.of(all).toValue();
  }

  private static BsonValue reverse(@Nullable BsonValue array) {
    if (array == null || isNullish(array)) {
      return BsonValue.NULL;
    }
    if (!array.isArray()) {
      throw new MqlException(
          34435, "The argument to $reverseArray must be an array, but was of type: " + type(array));
    }
    List<BsonValue> elements = array.asArray().values();
    Collections.reverse(elements);
    return BsonArray.of(elements).toValue();
  }

  private static Expression in(BsonValue argument, ExpressionReader reader) {
    List<Expression> operands = Operators.operands(argument, reader);
    Operators.requireCount("$in", operands.size(), 2, 2);
    BsonOrder order = reader.order();
    return (document, variables) -> {
      BsonValue wanted = operands.get(0).evaluate(document, variables);
      BsonValue array = operands.get(1).evaluate(document, variables);
      if (array == null || !array.isArray()) {
        throw new MqlException(
            40081, "$in requires an array as a second argument, found: " + type(array));
      }
      for (BsonValue element : array.asArray()) {
        if (LogicOperators.compareMissing(order, wanted, element) == 0) {
          return BsonValue.TRUE;
        }
      }
      return BsonValue.FALSE;
    };
  }

  private static Expression indexOf(BsonValue argument, ExpressionReader reader) {
    List<Expression> operands = Operators.operands(argument, reader);
    Operators.requireCount("$indexOfArray", operands.size(), 2, 4);
    BsonOrder order = reader.order();
    return (document, variables) -> {
      @Nullable BsonValue[] values = new @Nullable BsonValue[operands.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = operands.get(i).evaluate(document, variables);
      }
      return indexOf(order, values);
    };
  }

  private static BsonValue indexOf(BsonOrder order, @Nullable BsonValue[] operands) {
    BsonValue array = operands[0];
    if (array == null || isNullish(array)) {
      return BsonValue.NULL;
    }
    if (!array.isArray()) {
      throw new MqlException(
          40090, "$indexOfArray requires an array as a first argument, found: " + type(array));
    }
    List<BsonValue> elements = array.asArray().values();
    int from = StringSearch.bound("$indexOfArray", "starting", operands, 2, 0);
    int to = StringSearch.bound("$indexOfArray", "ending", operands, 3, elements.size());
    for (int i = from; i < Math.min(to, elements.size()); i++) {
      if (LogicOperators.compareMissing(order, operands[1], elements.get(i)) == 0) {
        return BsonValue.int32(i);
      }
    }
    return BsonValue.int32(-1);
  }

  private static Expression zip(BsonValue argument, ExpressionReader reader) {
    if (!argument.isDocument()) {
      throw new MqlException(
          34460, "$zip only supports an object as an argument, found " + type(argument));
    }
    NamedArguments arguments = reader.named("$zip", argument, 34460);
    for (String given : arguments.names()) {
      if (!List.of("inputs", "defaults", "useLongestLength").contains(given)) {
        throw new MqlException(34464, "$zip found an unknown argument: " + given);
      }
    }
    BsonValue longest = arguments.raw("useLongestLength");
    if (longest != null && longest.type() != BsonType.BOOLEAN) {
      throw new MqlException(34463, "useLongestLength must be a bool, found " + type(longest));
    }
    boolean useLongest = longest != null && longest.asBoolean();
    List<Expression> inputs = list(arguments.raw("inputs"), "inputs", 34461, reader);
    List<Expression> defaults = list(arguments.raw("defaults"), "defaults", 34462, reader);
    if (inputs.isEmpty()) {
      throw new MqlException(34465, "$zip requires at least one input array");
    }
    if (!defaults.isEmpty() && !useLongest) {
      throw new MqlException(34466, "cannot specify defaults unless useLongestLength is true");
    }
    if (!defaults.isEmpty() && defaults.size() != inputs.size()) {
      throw new MqlException(34467, "defaults and inputs must have the same length");
    }
    return (document, variables) -> {
      List<List<BsonValue>> arrays = new ArrayList<>();
      for (Expression input : inputs) {
        BsonValue array = input.evaluate(document, variables);
        if (array == null || isNullish(array)) {
          return BsonValue.NULL;
        }
        if (!array.isArray()) {
          throw new MqlException(
              34468, "$zip found a non-array expression in input: " + ValueText.of(array));
        }
        arrays.add(array.asArray().values());
      }
      List<BsonValue> fill = new ArrayList<>();
      for (Expression each : defaults) {
        fill.add(orNull(each.evaluate(document, variables)));
      }
      return zipped(arrays, fill, useLongest);
    };
  }

  private static List<Expression> list(
      @Nullable BsonValue value, String name, int code, ExpressionReader reader) {
    if (value == null) {
      return List.of();
    }
    if (!value.isArray()) {
      throw new MqlException(code, name + " must be an array of expressions, found " + type(value));
    }
    return value.asArray().stream().map(reader::parse).toList();
  }

  private static BsonValue zipped(
      List<List<BsonValue>> arrays, List<BsonValue> defaults, boolean longest) {
    int length = longest ? 0 : Integer.MAX_VALUE;
    for (List<BsonValue> array : arrays) {
      length = longest ? Math.max(length, array.size()) : Math.min(length, array.size());
    }
    List<BsonValue> rows = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      List<BsonValue> row = new ArrayList<>();
      for (int k = 0; k < arrays.size(); k++) {
        List<BsonValue> array = arrays.get(k);
        row.add(
            i < array.size()
                ? array.get(i)
                : defaults.isEmpty() ? BsonValue.NULL : defaults.get(k));
      }
      rows.add(BsonArray.of(row).toValue());
    }
    return BsonArray.of(rows).toValue();
  }

  /** The count of an operator that takes the first so many. */
  static int count(String name, @Nullable BsonValue value) {
    if (value == null || !value.isNumber()) {
      throw new MqlException(
          5787902, "Value for 'n' must be of integral type, but found " + ValueText.of(value));
    }
    long number = Operands.coerced(value);
    if (BsonNumbers.compare(value, BsonValue.int64(number)) != 0) {
      throw new MqlException(
          5787903, "Value for 'n' must be of integral type, but found " + ValueText.of(value));
    }
    if (number <= 0) {
      throw new MqlException(5787908, "'n' must be greater than 0, found " + number);
    }
    return (int) Math.min(number, Integer.MAX_VALUE);
  }
}
