package dev.partita.json;

import org.jspecify.annotations.Nullable;

/**
 * A finite number: a 64-bit integer or an IEEE double. An integral number that fits 64 bits is
 * always held as such, so that it keeps all its digits and has one form only, however it was
 * written. A double is therefore never integral within that range, except for negative zero, which
 * equals zero but hashes differently as a partition key.
 */
public final class JsonNumber implements JsonValue {

  private static final double TWO_TO_63 = 0x1p63;
  private static final int CACHED_MIN = -128;
  private static final JsonNumber[] CACHED = new JsonNumber[1152];

  static {
    for (int i = 0; i < CACHED.length; i++) {
      CACHED[i] = new JsonNumber(true, CACHED_MIN + i);
    }
  }

  public static final JsonNumber ZERO = of(0);

  private final boolean integral;
  // The integer itself, or the bits of the double.
  private final long bits;

  private JsonNumber(boolean integral, long bits) {
    this.integral = integral;
    this.bits = bits;
  }

  public static JsonNumber of(long value) {
    return value >= CACHED_MIN && value < CACHED_MIN + CACHED.length
        ? CACHED[(int) value - CACHED_MIN]
        : new JsonNumber(true, value);
  }

  /**
   * @throws IllegalArgumentException if the value is not finite
   */
  public static JsonNumber of(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("Not a JSON number: " + value);
    }
    long truncated = (long) value;
    boolean fits = truncated == value && value < TWO_TO_63;
    return fits && !(truncated == 0 && isNegativeZero(value))
        ? of(truncated)
        : new JsonNumber(false, Double.doubleToRawLongBits(value));
  }

  /** Whether this is an integer of 64 bits. */
  public boolean isIntegral() {
    return integral || bits == Double.doubleToRawLongBits(-0.0);
  }

  /**
   * The exact integer.
   *
   * @throws IllegalStateException if the number is not integral
   */
  public long longValue() {
    if (integral) {
      return bits;
    }
    if (isIntegral()) {
      return 0;
    }
    throw new IllegalStateException("Not a 64-bit integer: " + this);
  }

  /** The nearest double: exact unless this is an integer beyond 53 bits. */
  public double doubleValue() {
    return integral ? bits : Double.longBitsToDouble(bits);
  }

  /** The number as it is written: an integer with all digits, or the shortest double. */
  @Override
  public String toString() {
    return integral ? Long.toString(bits) : Double.toString(doubleValue());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonNumber number && compare(this, number) == 0;
  }

  @Override
  public int hashCode() {
    return isIntegral() ? Long.hashCode(longValue()) : Long.hashCode(bits);
  }

  /** Compares by exact value, not by nearest double: 2^53 and 2^53 + 1 differ. */
  static int compare(JsonNumber left, JsonNumber right) {
    if (left.isIntegral() && right.isIntegral()) {
      return Long.compare(left.longValue(), right.longValue());
    }
    if (left.isIntegral()) {
      return compare(left.longValue(), right.doubleValue());
    }
    if (right.isIntegral()) {
      return -compare(right.longValue(), left.doubleValue());
    }
    return Double.compare(left.doubleValue(), right.doubleValue());
  }

  /** The double is not a 64-bit integer: the two are never equal. */
  private static int compare(long integer, double other) {
    if (other >= TWO_TO_63 || other < -TWO_TO_63) {
      return other > 0 ? -1 : 1;
    }
    long floor = (long) Math.floor(other);
    return integer <= floor ? -1 : 1;
  }

  private static boolean isNegativeZero(double value) {
    return Double.doubleToRawLongBits(value) == Double.doubleToRawLongBits(-0.0);
  }
}
