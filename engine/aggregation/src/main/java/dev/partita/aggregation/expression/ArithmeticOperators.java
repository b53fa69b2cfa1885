package dev.partita.aggregation.expression;

import static dev.partita.aggregation.expression.Operands.isDecimal;
import static dev.partita.aggregation.expression.Operands.isNullish;
import static dev.partita.aggregation.expression.Operands.isNumber;
import static dev.partita.aggregation.expression.Operands.type;

import dev.partita.aggregation.accumulator.NumberSum;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.DecimalArithmetic;
import dev.partita.mql.MqlException;
import org.jspecify.annotations.Nullable;

/** Sums, differences, products, quotients and remainders. */
final class ArithmeticOperators {

  private ArithmeticOperators() {}

  static void addTo(Operators operators) {
    operators.add("$add", 0, Operators.ANY, ArithmeticOperators::sum);
    operators.add("$subtract", 2, 2, operands -> subtract(operands[0], operands[1]));
    operators.add("$multiply", 0, Operators.ANY, ArithmeticOperators::multiply);
    operators.add("$divide", 2, 2, operands -> divide(operands[0], operands[1]));
    operators.add("$mod", 2, 2, operands -> remainder(operands[0], operands[1]));
  }

  private static BsonValue sum(@Nullable BsonValue[] operands) {
    NumberSum sum = new NumberSum();
    BsonValue date = null;
    for (BsonValue operand : operands) {
      if (operand != null && operand.isNumber()) {
        sum.add(operand);
      } else if (operand != null && operand.type() == BsonType.DATE) {
        if (date != null) {
          throw new MqlException(16612, "only one date allowed in an $add expression");
        }
        date = operand;
      } else if (isNullish(operand)) {
        return BsonValue.NULL;
      } else {
        throw MqlException.typeMismatch(
            "$add only supports numeric or date types, not " + type(operand));
      }
    }
    return date == null ? sum.value() : date(date, sum.value(), "$add");
  }

  /** A date so many milliseconds later. */
  private static BsonValue date(BsonValue date, BsonValue millis, String operator) {
    try {
      return BsonValue.date(Math.addExact(date.asDateMillis(), rounded(millis)));
    } catch (ArithmeticException _) {
      throw new MqlException(15, "date overflow in " + operator);
    }
  }

  private static long rounded(BsonValue number) {
    if (number.type() == BsonType.DOUBLE) {
      double value = number.asDouble();
      if (!(Math.abs(value) < 0x1p63)) {
        throw new ArithmeticException();
      }
      // Half away from zero, as C rounds.
      return (long) (value < 0 ? Math.ceil(value - 0.5) : Math.floor(value + 0.5));
    }
    if (isDecimal(number)) {
      var exact = BsonNumbers.exact(number);
      if (exact == null) {
        throw new ArithmeticException();
      }
      return exact.setScale(0, java.math.RoundingMode.HALF_EVEN).longValueExact();
    }
    return BsonNumbers.truncated(number);
  }

  private static BsonValue subtract(@Nullable BsonValue left, @Nullable BsonValue right) {
    if (left == null || right == null || isNullish(left) || isNullish(right)) {
      return BsonValue.NULL;
    }
    if (isNumber(left) && isNumber(right)) {
      return difference(left, right);
    }
    if (left.type() == BsonType.DATE) {
      if (right.type() == BsonType.DATE) {
        try {
          return BsonValue.int64(Math.subtractExact(left.asDateMillis(), right.asDateMillis()));
        } catch (ArithmeticException _) {
          throw new MqlException(15, "overflow subtracting dates in $subtract");
        }
      }
      if (isNumber(right)) {
        return date(left, difference(BsonValue.int32(0), right), "$subtract");
      }
    }
    throw MqlException.typeMismatch("can't $subtract " + type(right) + " from " + type(left));
  }

  private static BsonValue difference(BsonValue left, BsonValue right) {
    if (DecimalArithmetic.isDecimal(left, right)) {
      return DecimalArithmetic.subtract(left, right);
    }
    if (left.type() == BsonType.DOUBLE || right.type() == BsonType.DOUBLE) {
      return BsonValue.float64(BsonNumbers.toDouble(left) - BsonNumbers.toDouble(right));
    }
    long a = BsonNumbers.truncated(left);
    long b = BsonNumbers.truncated(right);
    long result = a - b;
    if (((a ^ b) & (a ^ result)) < 0) {
      return BsonValue.float64((double) a - (double) b);
    }
    return bothInt32(left, right) ? BsonValue.integer(result) : BsonValue.int64(result);
  }

  private static boolean bothInt32(BsonValue left, BsonValue right) {
    return left.type() == BsonType.INT32 && right.type() == BsonType.INT32;
  }

  private static BsonValue multiply(@Nullable BsonValue[] operands) {
    NumberProduct product = new NumberProduct();
    for (BsonValue operand : operands) {
      if (operand != null && operand.isNumber()) {
        product.multiply(operand);
      } else if (isNullish(operand)) {
        return BsonValue.NULL;
      } else {
        throw MqlException.typeMismatch(
            "$multiply only supports numeric types, not " + type(operand));
      }
    }
    return product.value();
  }

  private static BsonValue divide(@Nullable BsonValue left, @Nullable BsonValue right) {
    if (left != null && right != null && isNumber(left) && isNumber(right)) {
      boolean decimal = DecimalArithmetic.isDecimal(left, right);
      if (BsonNumbers.toDouble(right) == 0) {
        throw MqlException.badValue("can't $divide by zero");
      }
      return decimal
          ? DecimalArithmetic.divide(left, right)
          : BsonValue.float64(BsonNumbers.toDouble(left) / BsonNumbers.toDouble(right));
    }
    if (isNullish(left) || isNullish(right)) {
      return BsonValue.NULL;
    }
    throw MqlException.typeMismatch(
        "$divide only supports numeric types, not " + type(left) + " and " + type(right));
  }

  private static BsonValue remainder(@Nullable BsonValue left, @Nullable BsonValue right) {
    if (left != null && right != null && isNumber(left) && isNumber(right)) {
      if (BsonNumbers.toDouble(right) == 0) {
        throw new MqlException(
            DecimalArithmetic.isDecimal(left, right) ? 5733415 : 16610, "can't $mod by zero");
      }
      if (DecimalArithmetic.isDecimal(left, right)) {
        return DecimalArithmetic.remainder(left, right);
      }
      if (left.type() == BsonType.DOUBLE || right.type() == BsonType.DOUBLE) {
        return BsonValue.float64(BsonNumbers.toDouble(left) % BsonNumbers.toDouble(right));
      }
      long result = BsonNumbers.truncated(left) % BsonNumbers.truncated(right);
      return bothInt32(left, right) ? BsonValue.int32((int) result) : BsonValue.int64(result);
    }
    if (isNullish(left) || isNullish(right)) {
      return BsonValue.NULL;
    }
    throw new MqlException(
        16611, "$mod only supports numeric types, not " + type(left) + " and " + type(right));
  }
}
