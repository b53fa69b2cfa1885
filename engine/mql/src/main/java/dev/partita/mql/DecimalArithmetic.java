package dev.partita.mql;

import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/** Arithmetic of 34 digits as IEEE 754 has it. Pure functions. */
public final class DecimalArithmetic {

  private static final MathContext FIFTEEN = new MathContext(15, RoundingMode.HALF_EVEN);
  private static final int MAX_EXPONENT = 6111;
  private static final int MIN_EXPONENT = -6176;
  private static final int DIGITS = 34;

  private DecimalArithmetic() {}

  /** A binary operation on finite numbers. */
  private interface Operation {
    BigDecimal apply(BigDecimal first, BigDecimal second);
  }

  /** The number as a decimal; doubles with 15 digits, as MongoDB converts them. */
  public static Decimal128 of(BsonValue number) {
    return switch (number.type()) {
      case DECIMAL128 -> number.asDecimal128();
      case DOUBLE -> of(number.asDouble());
      default -> new Decimal128(BsonNumbers.truncated(number));
    };
  }

  public static Decimal128 of(double value) {
    if (Double.isNaN(value)) {
      return Decimal128.NaN;
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? Decimal128.POSITIVE_INFINITY : Decimal128.NEGATIVE_INFINITY;
    }
    if (value == 0) {
      return 1 / value < 0 ? Decimal128.NEGATIVE_ZERO : Decimal128.POSITIVE_ZERO;
    }
    BigDecimal rounded = new BigDecimal(value).round(FIFTEEN);
    // MongoDB keeps all 15 digits, zeros at the end included.
    return of(rounded.setScale(rounded.scale() + 15 - rounded.precision()));
  }

  /** The nearest decimal; an infinity or zero beyond the range. */
  public static Decimal128 of(BigDecimal value) {
    BigDecimal rounded = value.round(MathContext.DECIMAL128);
    int exponent = -rounded.scale();
    if (rounded.signum() == 0) {
      int limited = Math.clamp(exponent, MIN_EXPONENT, MAX_EXPONENT);
      return new Decimal128(BigDecimal.ZERO.setScale(-limited));
    }
    if (exponent > MAX_EXPONENT) {
      if (rounded.precision() + (exponent - MAX_EXPONENT) > DIGITS) {
        return rounded.signum() > 0 ? Decimal128.POSITIVE_INFINITY : Decimal128.NEGATIVE_INFINITY;
      }
      rounded = rounded.setScale(-MAX_EXPONENT);
    } else if (exponent < MIN_EXPONENT) {
      rounded = rounded.setScale(-MIN_EXPONENT, RoundingMode.HALF_EVEN);
    }
    return new Decimal128(rounded);
  }

  public static BsonValue add(BsonValue first, BsonValue second) {
    return value(infinite(of(first), of(second), BigDecimal::add, true));
  }

  public static BsonValue subtract(BsonValue first, BsonValue second) {
    return value(infinite(of(first), of(second), BigDecimal::subtract, true));
  }

  public static BsonValue multiply(BsonValue first, BsonValue second) {
    return value(infinite(of(first), of(second), BigDecimal::multiply, false));
  }

  public static BsonValue divide(BsonValue first, BsonValue second) {
    Decimal128 x = of(first);
    Decimal128 y = of(second);
    BigDecimal a = scaled(x);
    BigDecimal b = scaled(y);
    if (a == null || b == null || b.signum() == 0) {
      return value(of(BsonNumbers.toDouble(value(x)) / BsonNumbers.toDouble(value(y))));
    }
    BigDecimal quotient = a.divide(b, MathContext.DECIMAL128);
    int preferred = a.scale() - b.scale();
    // An exact quotient has the scale that is nearest to the preferred one.
    BigDecimal stripped = quotient.stripTrailingZeros();
    if (stripped.multiply(b).compareTo(a) == 0) {
      quotient =
          stripped.scale() < preferred
                  && stripped.precision() + preferred - stripped.scale() <= DIGITS
              ? stripped.setScale(preferred)
              : stripped;
    }
    return value(of(quotient));
  }

  public static BsonValue remainder(BsonValue first, BsonValue second) {
    Decimal128 x = of(first);
    Decimal128 y = of(second);
    BigDecimal a = scaled(x);
    BigDecimal b = scaled(y);
    if (a == null || b == null) {
      return value(a != null && y.isInfinite() ? x : Decimal128.NaN);
    }
    if (a.precision() - a.scale() - (b.precision() - b.scale()) > 4 * DIGITS) {
      return value(of(a.toBigInteger().mod(b.toBigInteger().max(BigInteger.ONE)).doubleValue()));
    }
    return value(of(a.remainder(b)));
  }

  /** The operation, with IEEE's rules where an operand is not finite or zero has a sign. */
  private static Decimal128 infinite(
      Decimal128 first, Decimal128 second, Operation operation, boolean sum) {
    BigDecimal a = scaled(first);
    BigDecimal b = scaled(second);
    if (a == null || b == null) {
      double x = BsonNumbers.toDouble(value(first));
      double y = BsonNumbers.toDouble(value(second));
      boolean minus = sum && operation.apply(BigDecimal.ZERO, BigDecimal.ONE).signum() < 0;
      return of(sum ? (minus ? x - y : x + y) : x * y);
    }
    BigDecimal result = operation.apply(a, b);
    if (result.signum() == 0 && !sum && first.isNegative() != second.isNegative()) {
      return of(-0.0);
    }
    return of(result);
  }

  /** The finite number with its exponent, also of zero. */
  private static @Nullable BigDecimal scaled(Decimal128 value) {
    if (value.isNaN() || value.isInfinite()) {
      return null;
    }
    long high = value.getHigh() & Long.MAX_VALUE;
    BigDecimal magnitude =
        Decimal128.fromIEEE754BIDEncoding(high, value.getLow()).bigDecimalValue();
    return value.isNegative() ? magnitude.negate() : magnitude;
  }

  public static BsonValue value(Decimal128 value) {
    return BsonValue.decimal128(value);
  }

  public static boolean isDecimal(BsonValue first, BsonValue second) {
    return first.type() == BsonType.DECIMAL128 || second.type() == BsonType.DECIMAL128;
  }
}
