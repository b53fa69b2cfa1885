package dev.partita.mql;

import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Sums and products of numbers of the four types: a decimal makes the result one, else a double
 * does, and integers grow from 32 to 64 bits. Pure functions.
 */
public final class BsonArithmetic {

  private BsonArithmetic() {}

  /** The sum; null if it does not fit into 64 bits. */
  public static @Nullable BsonValue add(BsonValue first, BsonValue second) {
    if (DecimalArithmetic.isDecimal(first, second)) {
      return DecimalArithmetic.add(first, second);
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
    if (DecimalArithmetic.isDecimal(first, second)) {
      return DecimalArithmetic.multiply(first, second);
    }
    if (isDouble(first, second)) {
      return BsonValue.float64(BsonNumbers.toDouble(first) * BsonNumbers.toDouble(second));
    }
    long a = integer(first);
    long b = integer(second);
    long product = a * b;
    return Math.multiplyHigh(a, b) != product >> 63 ? null : integer(product, first, second);
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
}
