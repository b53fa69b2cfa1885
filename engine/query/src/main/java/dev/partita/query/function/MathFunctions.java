package dev.partita.query.function;

import dev.partita.query.evaluate.Arithmetic;
import dev.partita.query.evaluate.Constant;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Numbers;
import dev.partita.query.evaluate.NumericEvaluator;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.stream.Stream;

/**
 * Functions on doubles. Results that are not finite are allowed between evaluators. Pure functions.
 */
final class MathFunctions {

  /** Number of decimal digits that every double has. */
  private static final MathContext SAFE_DIGITS = new MathContext(15);

  private MathFunctions() {}

  static Stream<Function> all() {
    return Stream.of(
        Function.numeric("ABS", Math::abs),
        Function.numeric("ACOS", Math::acos),
        Function.numeric("ASIN", Math::asin),
        Function.numeric("ATAN", Math::atan),
        Function.numeric("ATN2", Math::atan2),
        Function.numeric("CEILING", Math::ceil),
        Function.numeric("COS", Math::cos),
        Function.numeric("COT", x -> 1 / Math.tan(x)),
        Function.numeric("DEGREES", x -> x * 180 / Math.PI),
        Function.numeric("EXP", Math::exp),
        Function.numeric("FLOOR", Math::floor),
        Function.bound("LOG", 1, 2, (arguments, _) -> log(arguments.toArray(Evaluator[]::new))),
        Function.numeric("LOG10", Math::log10),
        Function.bound(
            "NUMBERBIN", 1, 2, (arguments, _) -> bin(arguments.toArray(Evaluator[]::new))),
        Function.bound("PI", 0, 0, (_, _) -> Constant.of(Math.PI)),
        Function.numeric("POWER", Math::pow),
        Function.numeric("RADIANS", x -> x * Math.PI / 180),
        Function.volatileOf(
            "RAND",
            0,
            0,
            (_, _) -> new NumericEvaluator(row -> row.execution().random().getAsDouble())),
        Function.numeric("ROUND", MathFunctions::round),
        Function.numeric("SIGN", Math::signum),
        Function.numeric("SIN", Math::sin),
        Function.numeric("SQRT", Math::sqrt),
        Function.numeric("SQUARE", x -> x * x),
        Function.numeric("TAN", Math::tan),
        Function.numeric("TRUNC", MathFunctions::truncate));
  }

  private static Evaluator log(Evaluator[] arguments) {
    return arguments.length == 1
        ? Arithmetic.unary(Math::log, arguments[0])
        : Arithmetic.binary((x, base) -> Math.log(x) / Math.log(base), arguments[0], arguments[1]);
  }

  private static Evaluator bin(Evaluator[] arguments) {
    return arguments.length == 1
        ? Arithmetic.unary(Math::floor, arguments[0])
        : Arithmetic.binary(MathFunctions::bin, arguments[0], arguments[1]);
  }

  /**
   * Greatest multiple of the size that is not above the number, without the rounding errors of
   * binary fractions.
   */
  private static double bin(double number, double size) {
    if (size == 0 || !Double.isFinite(number) || !Double.isFinite(size)) {
      return Numbers.NONE;
    }
    double multiple = Math.floor(number / size) * size;
    return Double.isFinite(multiple)
        ? new BigDecimal(multiple).round(SAFE_DIGITS).doubleValue()
        : multiple;
  }

  /** Rounds to the nearest integer, halves away from zero. */
  private static double round(double number) {
    double floor = Math.floor(Math.abs(number));
    double rounded = Math.abs(number) - floor >= 0.5 ? floor + 1 : floor;
    return Math.copySign(rounded, number);
  }

  private static double truncate(double number) {
    return number < 0 ? Math.ceil(number) : Math.floor(number);
  }
}
