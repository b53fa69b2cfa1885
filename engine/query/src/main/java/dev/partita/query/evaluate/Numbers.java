package dev.partita.query.evaluate;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;

/** Rules of numbers as doubles between evaluators. Pure functions. */
public final class Numbers {

  private static final long NONE_BITS = 0x7FF8_0000_0000_0DB1L;
  private static final double TWO_TO_32 = 0x1p32;
  private static final double TWO_TO_63 = 0x1p63;

  /**
   * Absence of a number: a NaN that no arithmetic returns, since operators test for it before they
   * compute. Test with {@link #isNone} only.
   */
  public static final double NONE = Double.longBitsToDouble(NONE_BITS);

  private Numbers() {}

  public static boolean isNone(double number) {
    return Double.doubleToRawLongBits(number) == NONE_BITS;
  }

  /** JSON number, or undefined if there is none. A computed zero has no sign. */
  public static JsonValue value(double number) {
    return Double.isFinite(number) ? JsonNumber.of(number + 0.0) : JsonUndefined.UNDEFINED;
  }

  /**
   * JSON number.
   *
   * @throws DatabaseException if it is not finite, which JSON cannot express
   */
  public static JsonValue result(double number) {
    if (!Double.isFinite(number)) {
      throw DatabaseException.badRequest("A computed number is not finite, so it has no JSON.")
          .with("number", number);
    }
    return value(number);
  }

  /** The lowest 32 bits of the integer part, as in JavaScript. */
  public static int toInt32(double number) {
    if (!Double.isFinite(number)) {
      return 0;
    }
    return Math.abs(number) < TWO_TO_63 ? (int) (long) number : (int) (long) (number % TWO_TO_32);
  }
}
