package dev.partita.query.syntax;

import dev.partita.json.JsonNumber;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Number format of the service in rewritten queries: 15 digits if that is the same double, 17
 * otherwise, and an exponent where C's {@code %g} has one. Pure functions.
 */
final class NumberText {

  private static final int FEW_DIGITS = 15;
  private static final int ALL_DIGITS = 17;

  private NumberText() {}

  static String of(JsonNumber number) {
    double value = number.doubleValue();
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    if (number.isIntegral()) {
      return Long.toString(number.longValue());
    }
    String text = general(value, FEW_DIGITS);
    return Double.parseDouble(text) == value ? text : general(value, ALL_DIGITS);
  }

  private static String general(double value, int digits) {
    BigDecimal rounded =
        new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_EVEN));
    int exponent = rounded.precision() - rounded.scale() - 1;
    BigDecimal plain = rounded.stripTrailingZeros();
    if (exponent >= -4 && exponent < digits) {
      return plain.toPlainString();
    }
    int power = Math.abs(exponent);
    return plain.movePointLeft(exponent).toPlainString()
        + (exponent < 0 ? "e-" : "e+")
        + (power < 10 ? "0" : "")
        + power;
  }
}
