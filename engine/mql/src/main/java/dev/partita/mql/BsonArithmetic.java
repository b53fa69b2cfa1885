package dev.partita.mql;

import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/**
 * Sums and products of numbers of the four types: a decimal makes the result one, else a double
 * does, and integers grow from 32 to 64 bits. Pure functions.
 */
public final class BsonArithmetic {

  /** Digits of a double that count when it meets a decimal. */
  private static final int DOUBLE_DIGITS = 15;

  private BsonArithmetic() {}

  /** The sum; null if it does not fit into 64 bits. */
  public static @Nullable BsonValue add(BsonValue first, BsonValue second) {
    if (isDecimal(first, second)) {
      BigDecimal a = decimal(first);
      BigDecimal b = decimal(second);
      return a == null || b == null
          ? special(BsonNumbers.toDouble(first) + BsonNumbers.toDouble(second))
          : decimal(a.add(b, MathContext.DECIMAL128));
    }
    if (isDouble(first, second)) {
      return BsonValue.float64(BsonNumbers.toDouble(first) + BsonNumbers.toDouble(second));
    }
    long a = integer(first);
    long b = integer(second);
    long sum = a + b;
    return ((a ^ sum) & (b ^ sum)) < 0 ? null : integer(sum, first, second);
  }

  /** The product; null if it does not fit into 64 bits. */
  public static @Nullable BsonValue multiply(BsonValue first, BsonValue second) {
    if (isDecimal(first, second)) {
      BigDecimal a = decimal(first);
      BigDecimal b = decimal(second);
      return a == null || b == null
          ? special(BsonNumbers.toDouble(first) * BsonNumbers.toDouble(second))
          : decimal(a.multiply(b, MathContext.DECIMAL128));
    }
    if (isDouble(first, second)) {
      return BsonValue.float64(BsonNumbers.toDouble(first) * BsonNumbers.toDouble(second));
    }
    long a = integer(first);
    long b = integer(second);
    long product = a * b;
    return Math.multiplyHigh(a, b) != product >> 63 ? null : integer(product, first, second);
  }

  private static boolean isDecimal(BsonValue first, BsonValue second) {
    return first.type() == BsonType.DECIMAL128 || second.type() == BsonType.DECIMAL128;
  }

  private static boolean isDouble(BsonValue first, BsonValue second) {
    return first.type() == BsonType.DOUBLE || second.type() == BsonType.DOUBLE;
  }

  private static long integer(BsonValue value) {
    return value.type() == BsonType.INT32 ? value.asInt32() : value.asInt64();
  }

  private static BsonValue integer(long result, BsonValue first, BsonValue second) {
    boolean isLong = first.type() == BsonType.INT64 || second.type() == BsonType.INT64;
    return isLong ? BsonValue.int64(result) : BsonValue.integer(result);
  }

  /** The number as a decimal; null if it is not finite. */
  public static @Nullable BigDecimal decimal(BsonValue number) {
    BigDecimal exact = BsonNumbers.exact(number);
    if (exact == null || number.type() != BsonType.DOUBLE) {
      return exact;
    }
    BigDecimal rounded = exact.round(new MathContext(DOUBLE_DIGITS, RoundingMode.HALF_EVEN));
    return rounded.signum() == 0
        ? BigDecimal.ZERO
        : rounded.setScale(
            rounded.scale() + DOUBLE_DIGITS - rounded.precision(), RoundingMode.UNNECESSARY);
  }

  /** The number as decimal128, rounded to 34 digits; infinite beyond its range. */
  public static BsonValue decimal(BigDecimal number) {
    BigDecimal rounded = number.round(MathContext.DECIMAL128);
    try {
      return BsonValue.decimal128(new Decimal128(rounded));
    } catch (NumberFormatException _) {
      // Too large, or so small that digits are lost.
      if (rounded.precision() - rounded.scale() > 0) {
        return BsonValue.decimal128(
            rounded.signum() < 0 ? Decimal128.NEGATIVE_INFINITY : Decimal128.POSITIVE_INFINITY);
      }
      return BsonValue.decimal128(new Decimal128(rounded.setScale(6176, RoundingMode.HALF_EVEN)));
    }
  }

  private static BsonValue special(double value) {
    if (Double.isNaN(value)) {
      return BsonValue.decimal128(Decimal128.NaN);
    }
    return BsonValue.decimal128(
        value > 0 ? Decimal128.POSITIVE_INFINITY : Decimal128.NEGATIVE_INFINITY);
  }
}
