package dev.partita.aggregation.expression;

import static dev.partita.aggregation.expression.Operands.isNullish;
import static dev.partita.aggregation.expression.Operands.type;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlException;
import org.jspecify.annotations.Nullable;

/** Where a string is in another one, by bytes or by code points. */
final class StringSearch {

  private static final BsonValue NOWHERE = BsonValue.int32(-1);

  private StringSearch() {}

  static BsonValue bytes(@Nullable BsonValue[] operands) {
    BsonValue refused = check("$indexOfBytes", 40091, 40092, operands);
    if (refused != null) {
      return refused;
    }
    byte[] text = text(operands[0]).getBytes(UTF_8);
    byte[] wanted = text(operands[1]).getBytes(UTF_8);
    int from = bound("$indexOfBytes", "starting", operands, 2, 0);
    int to = Math.min(bound("$indexOfBytes", "ending", operands, 3, text.length), text.length);
    if (from > text.length || to < from) {
      return NOWHERE;
    }
    for (int i = from; i + wanted.length <= to; i++) {
      if (java.util.Arrays.equals(text, i, i + wanted.length, wanted, 0, wanted.length)) {
        return BsonValue.int32(i);
      }
    }
    return NOWHERE;
  }

  static BsonValue codePoints(@Nullable BsonValue[] operands) {
    BsonValue refused = check("$indexOfCP", 40093, 40094, operands);
    if (refused != null) {
      return refused;
    }
    int[] text = text(operands[0]).codePoints().toArray();
    int[] wanted = text(operands[1]).codePoints().toArray();
    int from = bound("$indexOfCP", "starting", operands, 2, 0);
    int to = Math.min(bound("$indexOfCP", "ending", operands, 3, text.length), text.length);
    if (from > text.length || to < from) {
      return NOWHERE;
    }
    for (int i = from; i + wanted.length <= to; i++) {
      if (java.util.Arrays.equals(text, i, i + wanted.length, wanted, 0, wanted.length)) {
        return BsonValue.int32(i);
      }
    }
    return NOWHERE;
  }

  private static String text(@Nullable BsonValue value) {
    return value == null ? "" : value.asString();
  }

  /** Null if both are strings, otherwise the answer. */
  private static @Nullable BsonValue check(
      String name, int first, int second, @Nullable BsonValue[] operands) {
    BsonValue text = operands[0];
    if (isNullish(text)) {
      return BsonValue.NULL;
    }
    if (text != null && !text.isString()) {
      throw new MqlException(
          first, name + " requires a string as the first argument, found: " + type(text));
    }
    BsonValue wanted = operands[1];
    if (wanted == null || !wanted.isString()) {
      throw new MqlException(
          second, name + " requires a string as the second argument, found: " + type(wanted));
    }
    return null;
  }

  /** The start or end of the part to search. */
  static int bound(
      String name, String which, @Nullable BsonValue[] operands, int index, int otherwise) {
    if (operands.length <= index) {
      return otherwise;
    }
    Integer bound = Operands.int32(operands[index]);
    if (bound == null) {
      throw new MqlException(
          40096,
          name
              + "requires an integral "
              + which
              + " index, found a value of type: "
              + type(operands[index])
              + ", with value: \""
              + ValueText.of(operands[index])
              + "\"");
    }
    if (bound < 0) {
      throw new MqlException(
          40097, name + " requires a nonnegative " + which + " index, found: " + bound);
    }
    return bound;
  }
}
