package dev.partita.aggregation.expression;

import static dev.partita.aggregation.expression.Operands.isNullish;
import static dev.partita.aggregation.expression.Operands.type;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parts of arrays, and arrays of numbers in a row. */
final class ArraySlices {

  /** Bytes that an array of numbers may take; MongoDB's bound for memory of one expression. */
  private static final long MAX_RANGE_BYTES = 100L << 20;

  private static final int BYTES_OF_ELEMENT = 16;

  private ArraySlices() {}

  static BsonValue slice(@Nullable BsonValue[] operands) {
    BsonValue array = operands[0];
    BsonValue second = operands[1];
    if (array == null || second == null || isNullish(array) || isNullish(second)) {
      return BsonValue.NULL;
    }
    if (!array.isArray()) {
      throw new MqlException(
          28724, "First argument to $slice must be an array, but is of type: " + type(array));
    }
    if (!second.isNumber()) {
      throw new MqlException(
          28725,
          "Second argument to $slice must be a numeric value, but is of type: " + type(second));
    }
    Integer position = Operands.int32(second);
    if (position == null) {
      throw new MqlException(
          28726,
          "Second argument to $slice can't be represented as a 32-bit integer: "
              + ValueText.of(second));
    }
    List<BsonValue> elements = array.asArray().values();
    if (operands.length == 2) {
      return position >= 0
          ? part(elements, 0, position)
          : part(elements, Math.max(0, elements.size() + position), elements.size());
    }
    BsonValue third = operands[2];
    if (third == null || isNullish(third)) {
      return BsonValue.NULL;
    }
    if (!third.isNumber()) {
      throw new MqlException(
          28727, "Third argument to $slice must be numeric, but is of type: " + type(third));
    }
    Integer count = Operands.int32(third);
    if (count == null) {
      throw new MqlException(
          28728,
          "Third argument to $slice can't be represented as a 32-bit integer: "
              + ValueText.of(third));
    }
    if (count <= 0) {
      throw new MqlException(28729, "Third argument to $slice must be positive: " + count);
    }
    int start = position >= 0 ? position : Math.max(0, elements.size() + position);
    return part(elements, start, (long) start + count);
  }

  private static BsonValue part(List<BsonValue> elements, int from, long to) {
    int end = (int) Math.min(to, elements.size());
    return from >= end
        ? BsonValue.EMPTY_ARRAY
        : BsonArray.of(elements.subList(from, end)).toValue();
  }

  static BsonValue range(@Nullable BsonValue[] operands) {
    int start = number(operands[0], "starting value", 34443, 34444);
    int end = number(operands[1], "ending value", 34445, 34446);
    int step = operands.length < 3 ? 1 : number(operands[2], "step value", 34447, 34448);
    if (step == 0) {
      throw new MqlException(34449, "$range requires a non-zero step value");
    }
    long count = Math.max(0, Math.ceilDiv((long) end - start, (long) step));
    if (count * BYTES_OF_ELEMENT > MAX_RANGE_BYTES) {
      throw new MqlException(
          146,
          "$range would use too much memory ("
              + count * BYTES_OF_ELEMENT
              + " bytes) and cannot spill to disk. Memory limit: "
              + MAX_RANGE_BYTES
              + " bytes");
    }
    List<BsonValue> numbers = new ArrayList<>((int) count);
    for (long i = 0; i < count; i++) {
      numbers.add(BsonValue.int32((int) (start + i * step)));
    }
    return BsonArray.of(numbers).toValue();
  }

  private static int number(@Nullable BsonValue value, String what, int notNumeric, int notWhole) {
    if (value == null || !value.isNumber()) {
      throw new MqlException(
          notNumeric,
          "$range requires a numeric " + what + ", found value of type: " + type(value));
    }
    Integer number = Operands.int32(value);
    if (number == null) {
      throw new MqlException(
          notWhole,
          "$range requires a "
              + what
              + " that can be represented as a 32-bit integer, found value: "
              + ValueText.of(value));
    }
    return number;
  }
}
