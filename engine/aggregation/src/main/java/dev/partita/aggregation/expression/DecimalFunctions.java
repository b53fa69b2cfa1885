package dev.partita.aggregation.expression;

import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonValue;
import dev.partita.mql.DecimalArithmetic;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.function.DoubleUnaryOperator;
import org.bson.types.Decimal128;

/** Transcendental functions of decimals, to 34 digits where the argument is of a usual size. */
final class DecimalFunctions {

  /** A function to as many digits as are asked for. */
  interface Exact {
    BigDecimal apply(BigDecimal argument, MathContext digits);
  }

  /** Arguments beyond this take series of any length; their result is that of doubles. */
  private static final double LARGEST_EXACT = 10_000;

  private static final MathContext WORKING = new MathContext(40);

  private DecimalFunctions() {}

  static Decimal128 apply(Decimal128 value, DoubleUnaryOperator function, Exact exact) {
    BsonValue number = BsonValue.decimal128(value);
    double nearest = BsonNumbers.toDouble(number);
    double rough = function.applyAsDouble(nearest);
    BigDecimal argument = BsonNumbers.exact(number);
    boolean usual =
        nearest == 0
            || (Math.abs(nearest) <= LARGEST_EXACT && Math.abs(nearest) > 1 / LARGEST_EXACT);
    if (argument == null || !Double.isFinite(rough) || !usual) {
      return DecimalArithmetic.of(rough);
    }
    BigDecimal result = exact.apply(argument, WORKING);
    // A whole result is written without a fraction.
    return DecimalArithmetic.of(
        result.signum() != 0 && result.stripTrailingZeros().scale() <= 0
            ? result.setScale(0)
            : result);
  }
}
