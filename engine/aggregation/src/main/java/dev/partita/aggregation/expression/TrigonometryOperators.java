package dev.partita.aggregation.expression;

import static dev.partita.aggregation.expression.Operands.isNullish;
import static dev.partita.aggregation.expression.Operands.type;

import ch.obermuhlner.math.big.BigDecimalMath;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonValue;
import dev.partita.mql.DecimalArithmetic;
import dev.partita.mql.MqlException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/** Trigonometric and hyperbolic functions, and conversions of angles. */
final class TrigonometryOperators {

  private TrigonometryOperators() {}

  static void addTo(Operators operators) {
    add(operators, "$sin", Math::sin, BigDecimalMath::sin, FINITE);
    add(operators, "$cos", Math::cos, BigDecimalMath::cos, FINITE);
    add(operators, "$tan", Math::tan, BigDecimalMath::tan, FINITE);
    add(operators, "$asin", Math::asin, BigDecimalMath::asin, UNIT);
    add(operators, "$acos", Math::acos, BigDecimalMath::acos, UNIT);
    add(operators, "$atan", Math::atan, BigDecimalMath::atan, ALL);
    add(operators, "$sinh", Math::sinh, BigDecimalMath::sinh, ALL);
    add(operators, "$cosh", Math::cosh, BigDecimalMath::cosh, ALL);
    add(operators, "$tanh", Math::tanh, BigDecimalMath::tanh, ALL);
    add(operators, "$asinh", TrigonometryOperators::asinh, BigDecimalMath::asinh, ALL);
    add(operators, "$acosh", TrigonometryOperators::acosh, BigDecimalMath::acosh, FROM_ONE);
    add(operators, "$atanh", TrigonometryOperators::atanh, BigDecimalMath::atanh, UNIT);
    add(operators, "$degreesToRadians", x -> x * (Math.PI / 180), radians(), ALL);
    add(operators, "$radiansToDegrees", x -> x * (180 / Math.PI), degrees(), ALL);
    operators.add("$atan2", 2, 2, operands -> atan2(operands[0], operands[1]));
  }

  private static DecimalFunctions.Exact radians() {
    return (angle, digits) ->
        angle.multiply(BigDecimalMath.pi(digits)).divide(BigDecimal.valueOf(180), digits);
  }

  private static DecimalFunctions.Exact degrees() {
    return (angle, digits) ->
        angle.multiply(BigDecimal.valueOf(180)).divide(BigDecimalMath.pi(digits), digits);
  }

  /**
   * Which numbers a function takes.
   *
   * @param text as failures have it
   */
  private record Domain(String text, DoublePredicate contains) {}

  private static final Domain ALL = new Domain("", _ -> true);
  private static final Domain FINITE = new Domain("(-inf,inf)", Double::isFinite);
  private static final Domain UNIT = new Domain("[-1,1]", x -> x >= -1 && x <= 1);
  private static final Domain FROM_ONE = new Domain("[1,inf]", x -> x >= 1);

  private static void add(
      Operators operators,
      String name,
      DoubleUnaryOperator function,
      DecimalFunctions.Exact exact,
      Domain domain) {
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
          double number = BsonNumbers.toDouble(operand);
          if (!Double.isNaN(number) && !domain.contains().test(number)) {
            throw new MqlException(
                50989,
                "cannot apply "
                    + name
                    + " to "
                    + ValueText.sixDigits(number)
                    + ", value must be in "
                    + domain.text());
          }
          return NumericOperators.real(operand, function, exact);
        });
  }

  private static BsonValue atan2(@Nullable BsonValue y, @Nullable BsonValue x) {
    requireNumber(y, 51044);
    if (y == null || isNullish(y)) {
      return BsonValue.NULL;
    }
    requireNumber(x, 51045);
    if (x == null || isNullish(x)) {
      return BsonValue.NULL;
    }
    double angle = Math.atan2(BsonNumbers.toDouble(y), BsonNumbers.toDouble(x));
    return DecimalArithmetic.isDecimal(y, x)
        ? BsonValue.decimal128(exactAngle(y, x, angle))
        : BsonValue.float64(angle);
  }

  private static void requireNumber(@Nullable BsonValue value, int code) {
    if (value != null && !isNullish(value) && !value.isNumber()) {
      throw new MqlException(code, "$atan2 only supports numeric types, not " + type(value));
    }
  }

  private static Decimal128 exactAngle(BsonValue y, BsonValue x, double angle) {
    BigDecimal a = BsonNumbers.exact(DecimalArithmetic.value(DecimalArithmetic.of(y)));
    BigDecimal b = BsonNumbers.exact(DecimalArithmetic.value(DecimalArithmetic.of(x)));
    return a == null || b == null || a.signum() == 0
        ? DecimalArithmetic.of(angle)
        : DecimalArithmetic.of(BigDecimalMath.atan2(a, b, new MathContext(40)));
  }

  private static double asinh(double x) {
    double magnitude = Math.abs(x);
    double result =
        magnitude < 0x1p28
            ? Math.log1p(
                magnitude + magnitude * magnitude / (1 + Math.sqrt(magnitude * magnitude + 1)))
            : Math.log(magnitude) + Math.log(2);
    return Math.copySign(result, x);
  }

  private static double acosh(double x) {
    return x < 0x1p28
        ? Math.log1p((x - 1) + Math.sqrt(2 * (x - 1) + (x - 1) * (x - 1)))
        : Math.log(x) + Math.log(2);
  }

  private static double atanh(double x) {
    return 0.5 * Math.log1p(2 * x / (1 - x));
  }
}
