package dev.partita.aggregation.expression;

import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.DecimalArithmetic;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/** Powers: of integers exactly while they fit, otherwise of doubles or decimals. Pure functions. */
final class Powers {

  private static final int LARGEST_EXACT_EXPONENT = 9999;

  private Powers() {}

  static BsonValue pow(BsonValue base, BsonValue exponent) {
    if (DecimalArithmetic.isDecimal(base, exponent)) {
      return decimal(base, exponent);
    }
    if (base.type() == BsonType.DOUBLE || exponent.type() == BsonType.DOUBLE) {
      return real(base, exponent);
    }
    boolean wide = base.type() == BsonType.INT64 || exponent.type() == BsonType.INT64;
    long root = BsonNumbers.truncated(base);
    long power = BsonNumbers.truncated(exponent);
    if (power < 0) {
      if (root == 1) {
        return integer(1, wide);
      }
      if (root == -1) {
        return integer(power % 2 == 0 ? 1 : -1, wide);
      }
      return real(base, exponent);
    }
    if (root == 0 || root == 1) {
      return integer(power == 0 ? 1 : root, wide);
    }
    if (root == -1) {
      return integer(power % 2 == 0 ? 1 : -1, wide);
    }
    if (power >= Long.SIZE) {
      return real(base, exponent);
    }
    BigInteger exact = BigInteger.valueOf(root).pow((int) power);
    return exact.bitLength() < Long.SIZE ? integer(exact.longValue(), wide) : real(base, exponent);
  }

  private static BsonValue integer(long value, boolean wide) {
    return wide ? BsonValue.int64(value) : BsonValue.integer(value);
  }

  private static BsonValue real(BsonValue base, BsonValue exponent) {
    double x = BsonNumbers.toDouble(base);
    double y = BsonNumbers.toDouble(exponent);
    // C's pow gives 1 where Java's gives no number.
    boolean one = x == 1 || (x == -1 && Double.isInfinite(y));
    return BsonValue.float64(one ? 1 : Math.pow(x, y));
  }

  private static BsonValue decimal(BsonValue base, BsonValue exponent) {
    BigDecimal root = BsonNumbers.exact(DecimalArithmetic.value(DecimalArithmetic.of(base)));
    Long power = BsonNumbers.exactLong(exponent);
    if (root != null && power != null && Math.abs(power) <= LARGEST_EXACT_EXPONENT) {
      MathContext working = new MathContext(MathContext.DECIMAL128.getPrecision() + 6);
      BigDecimal result = root.pow((int) Math.abs(power), working);
      if (power < 0) {
        result = BigDecimal.ONE.divide(result, MathContext.DECIMAL128);
      }
      return BsonValue.decimal128(DecimalArithmetic.of(result));
    }
    double x = BsonNumbers.toDouble(base);
    double y = BsonNumbers.toDouble(exponent);
    return BsonValue.decimal128(DecimalArithmetic.of(x == 1 ? 1 : Math.pow(x, y)));
  }
}
