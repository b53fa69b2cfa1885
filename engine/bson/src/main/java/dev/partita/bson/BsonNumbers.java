package dev.partita.bson;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of the four types as what they are worth: comparison without rounding, conversions, and
 * the arithmetic of updates and expressions. Pure functions.
 */
public final class BsonNumbers {

  /** Doubles from here on are no int64 any more. */
  private static final double TWO_TO_63 = 0x1p63;

  private BsonNumbers() {}

  /** Compares two numbers by value. NaN is equal to itself and less than everything else. */
  public static int compare(BsonValue first, BsonValue second) {
    if (first.type() == BsonType.DECIMAL128 || second.type() == BsonType.DECIMAL128) {
      return compareDecimals(first, second);
    }
    boolean firstIsDouble = first.type() == BsonType.DOUBLE;
    boolean secondIsDouble = second.type() == BsonType.DOUBLE;
    if (firstIsDouble) {
      return secondIsDouble
          ? compareDoubles(first.asDouble(), second.asDouble())
          : -compareLongWithDouble(second.scalar(), first.asDouble());
    }
    return secondIsDouble
        ? compareLongWithDouble(first.scalar(), second.asDouble())
        : Long.compare(first.scalar(), second.scalar());
  }

  private static int compareDoubles(double first, double second) {
    if (first < second) {
      return -1;
    }
    if (first > second) {
      return 1;
    }
    if (first == second) {
      return 0;
    }
    return Boolean.compare(Double.isNaN(second), Double.isNaN(first));
  }

  private static int compareLongWithDouble(long first, double second) {
    if (Double.isNaN(second)) {
      return 1;
    }
    if (second >= TWO_TO_63) {
      return -1;
    }
    if (second < -TWO_TO_63) {
      return 1;
    }
    long whole = (long) second;
    return first != whole ? Long.compare(first, whole) : Double.compare(0, second - whole + 0.0);
  }

  private static int compareDecimals(BsonValue first, BsonValue second) {
    BigDecimal a = exact(first);
    BigDecimal b = exact(second);
    if (a != null && b != null) {
      return a.compareTo(b);
    }
    // NaN and the infinities are exact as doubles, and a finite number is within them.
    double x = a != null ? 0 : toDouble(first);
    double y = b != null ? 0 : toDouble(second);
    return compareDoubles(x, y);
  }

  /** The number without rounding; null for NaN and the infinities. */
  public static @Nullable BigDecimal exact(BsonValue number) {
    return switch (number.type()) {
      case INT32, INT64 -> BigDecimal.valueOf(number.scalar());
      case DOUBLE -> {
        double value = number.asDouble();
        yield Double.isFinite(value) ? new BigDecimal(value) : null;
      }
      case DECIMAL128 -> exact(number.asDecimal128());
      default -> throw new IllegalArgumentException("Not a number: " + number.type());
    };
  }

  static @Nullable BigDecimal exact(Decimal128 value) {
    if (value.isNaN() || value.isInfinite()) {
      return null;
    }
    // The class of Decimal128 makes no number of a negative zero, so the sign is taken off first.
    long high = value.getHigh() & Long.MAX_VALUE;
    BigDecimal magnitude =
        Decimal128.fromIEEE754BIDEncoding(high, value.getLow()).bigDecimalValue();
    if (magnitude.signum() == 0) {
      return BigDecimal.ZERO;
    }
    return value.isNegative() ? magnitude.negate() : magnitude;
  }

  /** The nearest double. */
  public static double toDouble(BsonValue number) {
    return switch (number.type()) {
      case INT32, INT64 -> (double) number.scalar();
      case DOUBLE -> number.asDouble();
      case DECIMAL128 -> {
        Decimal128 value = number.asDecimal128();
        if (value.isNaN()) {
          yield Double.NaN;
        }
        if (value.isInfinite()) {
          yield value.isNegative() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        BigDecimal exact = exact(value);
        double nearest = exact == null ? 0 : exact.doubleValue();
        yield nearest == 0 && value.isNegative() ? -0.0 : nearest;
      }
      default -> throw new IllegalArgumentException("Not a number: " + number.type());
    };
  }

  public static boolean isNan(BsonValue value) {
    return switch (value.type()) {
      case DOUBLE -> Double.isNaN(value.asDouble());
      case DECIMAL128 -> value.asDecimal128().isNaN();
      default -> false;
    };
  }

  public static boolean isInfinite(BsonValue value) {
    return switch (value.type()) {
      case DOUBLE -> Double.isInfinite(value.asDouble());
      case DECIMAL128 -> value.asDecimal128().isInfinite();
      default -> false;
    };
  }

  /** The number as a long if it is one exactly, whatever its type; otherwise null. */
  public static @Nullable Long exactLong(BsonValue number) {
    return switch (number.type()) {
      case INT32, INT64 -> (Long) number.scalar();
      case DOUBLE -> {
        double value = number.asDouble();
        boolean whole = value >= -TWO_TO_63 && value < TWO_TO_63 && value == Math.rint(value);
        yield whole ? (Long) (long) value : null;
      }
      case DECIMAL128 -> wholeLong(exact(number), false);
      default -> null;
    };
  }

  /**
   * The number without its fraction, limited to the range of longs; NaN is 0. The way in which
   * MongoDB reads numbers of options.
   */
  public static long truncated(BsonValue number) {
    return switch (number.type()) {
      case INT32, INT64 -> number.scalar();
      case DOUBLE -> (long) number.asDouble();
      case DECIMAL128 -> {
        Long whole = wholeLong(exact(number), true);
        yield whole != null ? whole : (long) toDouble(number);
      }
      default -> throw new IllegalArgumentException("Not a number: " + number.type());
    };
  }

  private static @Nullable Long wholeLong(@Nullable BigDecimal number, boolean truncate) {
    // A number of more digits before the point than a long has is none, and writing it out is
    // expensive.
    if (number == null || number.precision() - number.scale() > 19) {
      return null;
    }
    if (number.signum() == 0 || number.precision() - number.scale() <= 0) {
      return truncate || number.signum() == 0 ? (Long) 0L : null;
    }
    BigInteger whole = number.toBigInteger();
    boolean exact = whole.bitLength() < Long.SIZE && new BigDecimal(whole).compareTo(number) == 0;
    return exact || (truncate && whole.bitLength() < Long.SIZE) ? (Long) whole.longValue() : null;
  }

  /** Hash of the number by value: the same for equal numbers of different types. */
  static int hash(BsonValue number) {
    // Equal numbers have the same nearest double, and adding zero makes one zero of the two.
    return Double.hashCode(toDouble(number) + 0.0);
  }
}
