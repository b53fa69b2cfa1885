package dev.partita.aggregation.expression;

import static dev.partita.aggregation.expression.Operands.isNullish;
import static dev.partita.aggregation.expression.Operands.isNumber;
import static dev.partita.aggregation.expression.Operands.type;

import ch.obermuhlner.math.big.BigDecimalMath;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.DecimalArithmetic;
import dev.partita.mql.MqlException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/** Functions of one or two numbers: roots, powers, logarithms, roundings, bits. */
final class NumericOperators {

  /** A function of a number that is there. */
  private interface OfNumber {
    BsonValue apply(BsonValue number);
  }

  private NumericOperators() {}

  static void addTo(Operators operators) {
    ofNumber(operators, "$abs", NumericOperators::abs);
    ofNumber(operators, "$ceil", number -> whole(number, RoundingMode.CEILING, Math::ceil));
    ofNumber(operators, "$floor", number -> whole(number, RoundingMode.FLOOR, Math::floor));
    ofNumber(operators, "$exp", number -> real(number, Math::exp, BigDecimalMath::exp));
    ofNumber(operators, "$sqrt", NumericOperators::sqrt);
    ofNumber(
        operators,
        "$ln",
        number -> logarithm("$ln", 28766, number, Math::log, BigDecimalMath::log));
    ofNumber(
        operators,
        "$log10",
        number -> logarithm("$log10", 28761, number, Math::log10, BigDecimalMath::log10));
    operators.add("$log", 2, 2, operands -> log(operands[0], operands[1]));
    operators.add("$pow", 2, 2, operands -> pow(operands[0], operands[1]));
    operators.add("$round", 1, 2, operands -> round("$round", operands, RoundingMode.HALF_EVEN));
    operators.add("$trunc", 1, 2, operands -> round("$trunc", operands, RoundingMode.DOWN));
    operators.add("$bitAnd", 0, Operators.ANY, o -> bits("$bitAnd", o, -1, (a, b) -> a & b));
    operators.add("$bitOr", 0, Operators.ANY, o -> bits("$bitOr", o, 0, (a, b) -> a | b));
    operators.add("$bitXor", 0, Operators.ANY, o -> bits("$bitXor", o, 0, (a, b) -> a ^ b));
    operators.unary("$bitNot", NumericOperators::bitNot);
  }

  private static void ofNumber(Operators operators, String name, OfNumber function) {
    operators.unary(
        name,
        operand -> {
          if (operand == null || isNullish(operand)) {
            return BsonValue.NULL;
          }
          if (!operand.isNumber()) {
            throw new MqlException(
                28765, name + " only supports numeric types, not " + type(operand));
          }
          return function.apply(operand);
        });
  }

  /** The function over the nearest double; for decimals with the 34 digits of the exact one. */
  static BsonValue real(
      BsonValue number, DoubleUnaryOperator function, DecimalFunctions.Exact exact) {
    if (number.type() == BsonType.DECIMAL128) {
      return BsonValue.decimal128(DecimalFunctions.apply(number.asDecimal128(), function, exact));
    }
    return BsonValue.float64(function.applyAsDouble(BsonNumbers.toDouble(number)));
  }

  private static BsonValue abs(BsonValue number) {
    return switch (number.type()) {
      case INT32 -> BsonValue.integer(Math.abs((long) number.asInt32()));
      case INT64 -> {
        if (number.asInt64() == Long.MIN_VALUE) {
          throw new MqlException(28680, "can't take $abs of long long min");
        }
        yield BsonValue.int64(Math.abs(number.asInt64()));
      }
      case DOUBLE -> BsonValue.float64(Math.abs(number.asDouble()));
      default -> {
        Decimal128 value = number.asDecimal128();
        yield BsonValue.decimal128(
            Decimal128.fromIEEE754BIDEncoding(value.getHigh() & Long.MAX_VALUE, value.getLow()));
      }
    };
  }

  private static BsonValue whole(
      BsonValue number, RoundingMode mode, DoubleUnaryOperator ofDouble) {
    return switch (number.type()) {
      case INT32, INT64 -> number;
      case DOUBLE -> BsonValue.float64(ofDouble.applyAsDouble(number.asDouble()));
      default -> decimal(number, 0, mode);
    };
  }

  private static BsonValue decimal(BsonValue number, int places, RoundingMode mode) {
    BigDecimal exact = BsonNumbers.exact(number);
    if (exact == null || (places == 0 && exact.scale() <= 0)) {
      return number;
    }
    return BsonValue.decimal128(DecimalArithmetic.of(exact.setScale(places, mode)));
  }

  private static BsonValue sqrt(BsonValue number) {
    if (!BsonNumbers.isNan(number) && BsonNumbers.toDouble(number) < 0) {
      throw new MqlException(28714, "$sqrt's argument must be greater than or equal to 0");
    }
    if (number.type() == BsonType.DECIMAL128) {
      BigDecimal exact = BsonNumbers.exact(number);
      return exact == null
          ? number
          : BsonValue.decimal128(DecimalArithmetic.of(exact.sqrt(MathContext.DECIMAL128)));
    }
    return BsonValue.float64(Math.sqrt(BsonNumbers.toDouble(number)));
  }

  private static BsonValue logarithm(
      String name,
      int code,
      BsonValue number,
      DoubleUnaryOperator function,
      DecimalFunctions.Exact exact) {
    if (!BsonNumbers.isNan(number) && BsonNumbers.toDouble(number) <= 0) {
      throw new MqlException(
          code,
          name
              + "'s argument must be a positive number, but is "
              + ValueText.sixDigits(BsonNumbers.toDouble(number)));
    }
    return BsonNumbers.isNan(number)
        ? BsonValue.float64(Double.NaN)
        : real(number, function, exact);
  }

  private static BsonValue log(@Nullable BsonValue number, @Nullable BsonValue base) {
    if (number == null || base == null || isNullish(number) || isNullish(base)) {
      return BsonValue.NULL;
    }
    if (!number.isNumber()) {
      throw new MqlException(28756, "$log's argument must be numeric, not " + type(number));
    }
    if (!base.isNumber()) {
      throw new MqlException(28757, "$log's base must be numeric, not " + type(base));
    }
    if (BsonNumbers.isNan(number) || BsonNumbers.isNan(base)) {
      return BsonValue.float64(Double.NaN);
    }
    double argument = BsonNumbers.toDouble(number);
    double root = BsonNumbers.toDouble(base);
    if (argument <= 0) {
      throw new MqlException(
          28758, "$log's argument must be a positive number, but is " + ValueText.of(number));
    }
    if (root <= 0 || root == 1) {
      throw new MqlException(
          28759,
          "$log's base must be a positive number not equal to 1, but is " + ValueText.of(base));
    }
    if (DecimalArithmetic.isDecimal(number, base)) {
      return DecimalArithmetic.divide(decimalLogarithm(number), decimalLogarithm(base));
    }
    return BsonValue.float64(Math.log(argument) / Math.log(root));
  }

  private static BsonValue decimalLogarithm(BsonValue number) {
    return real(
        DecimalArithmetic.value(DecimalArithmetic.of(number)), Math::log, BigDecimalMath::log);
  }

  private static BsonValue pow(@Nullable BsonValue base, @Nullable BsonValue exponent) {
    if (base == null || exponent == null || isNullish(base) || isNullish(exponent)) {
      return BsonValue.NULL;
    }
    if (!isNumber(base)) {
      throw new MqlException(28762, "$pow's base must be numeric, not " + type(base));
    }
    if (!isNumber(exponent)) {
      throw new MqlException(28763, "$pow's exponent must be numeric, not " + type(exponent));
    }
    if (BsonNumbers.toDouble(base) == 0 && BsonNumbers.toDouble(exponent) < 0) {
      throw new MqlException(28764, "$pow cannot take a base of 0 and a negative exponent");
    }
    return Powers.pow(base, exponent);
  }

  private static BsonValue round(String name, @Nullable BsonValue[] operands, RoundingMode mode) {
    BsonValue number = operands[0];
    if (number == null || isNullish(number)) {
      return BsonValue.NULL;
    }
    if (!number.isNumber()) {
      throw new MqlException(51081, name + " only supports numeric types, not " + type(number));
    }
    int places = 0;
    if (operands.length > 1) {
      BsonValue precision = operands[1];
      if (precision == null || isNullish(precision)) {
        return BsonValue.NULL;
      }
      long given = Operands.coerced(precision);
      if (BsonNumbers.compare(precision, BsonValue.int64(given)) != 0 || given != (int) given) {
        throw new MqlException(
            51082, "precision argument to  " + name + " must be a integral value");
      }
      if (given < -20 || given > 100) {
        throw new MqlException(
            51083,
            "cannot apply "
                + name
                + " with precision value "
                + given
                + " value must be in [-20, 100]");
      }
      places = (int) given;
    }
    return rounded(name, number, places, mode);
  }

  private static BsonValue rounded(String name, BsonValue number, int places, RoundingMode mode) {
    return switch (number.type()) {
      case DECIMAL128 -> decimal(number, places, mode);
      case DOUBLE -> {
        BigDecimal exact = BsonNumbers.exact(number);
        yield exact == null ? number : rounded(number.asDouble(), exact, places, mode);
      }
      default -> places >= 0 ? number : roundedInteger(name, number, places, mode);
    };
  }

  private static BsonValue rounded(double number, BigDecimal exact, int places, RoundingMode mode) {
    // By the digits that people see, and not by those of the binary fraction.
    BigDecimal seen = places > 0 ? new BigDecimal(Double.toString(number)) : exact;
    double result = seen.setScale(places, mode).doubleValue();
    return BsonValue.float64(Math.copySign(result, number));
  }

  private static BsonValue roundedInteger(
      String name, BsonValue number, int places, RoundingMode mode) {
    BigDecimal result = new BigDecimal(BsonNumbers.truncated(number)).setScale(places, mode);
    if (result.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      throw new MqlException(
          51080,
          "invalid conversion from Decimal128 result in "
              + name
              + " resulting from arguments: ["
              + ValueText.of(number)
              + ", "
              + places
              + "]");
    }
    long value = result.longValueExact();
    return number.type() == BsonType.INT32 ? BsonValue.integer(value) : BsonValue.int64(value);
  }

  private static BsonValue bits(
      String name, @Nullable BsonValue[] operands, long start, LongBinaryOperator function) {
    boolean wide = false;
    long result = start;
    for (BsonValue operand : operands) {
      if (operand == null || isNullish(operand)) {
        return BsonValue.NULL;
      }
      if (operand.type() == BsonType.INT32 || operand.type() == BsonType.INT64) {
        wide |= operand.type() == BsonType.INT64;
        result = function.applyAsLong(result, BsonNumbers.truncated(operand));
      } else {
        throw MqlException.typeMismatch(name + " only supports int and long operands.");
      }
    }
    return wide ? BsonValue.int64(result) : BsonValue.int32((int) result);
  }

  private static BsonValue bitNot(@Nullable BsonValue operand) {
    if (operand == null || isNullish(operand)) {
      return BsonValue.NULL;
    }
    return switch (operand.type()) {
      case INT32 -> BsonValue.int32(~operand.asInt32());
      case INT64 -> BsonValue.int64(~operand.asInt64());
      case DOUBLE, DECIMAL128 ->
          throw MqlException.typeMismatch(
              "$bitNot only supports int and long, not: " + type(operand) + ".");
      default ->
          throw new MqlException(
              28765, "$bitNot only supports numeric types, not " + type(operand));
    };
  }
}
