package dev.partita.aggregation.accumulator;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.DecimalArithmetic;
import java.util.List;
import org.bson.types.Decimal128;

/**
 * A sum of numbers of all types. Integers are summed exactly, doubles with what rounding loses kept
 * aside, so the order of what is added hardly matters. The sum has the widest type that was added;
 * integers that leave the range of longs become a double. Not for use by several threads.
 */
public final class NumberSum {

  private static final List<BsonType> TYPES =
      List.of(BsonType.INT32, BsonType.INT64, BsonType.DOUBLE, BsonType.DECIMAL128);

  private BsonType widest = BsonType.INT32;
  private long whole;
  // Multiples of 2^64 that have left the range of the long above.
  private long carry;
  private double high;
  private double low;
  private BsonValue decimal = BsonValue.decimal128(Decimal128.POSITIVE_ZERO);
  private boolean hasDecimal;

  public void add(BsonValue number) {
    switch (number.type()) {
      case INT32 -> addLong(number.asInt32());
      case INT64 -> {
        widen(BsonType.INT64);
        addLong(number.asInt64());
      }
      case DOUBLE -> {
        widen(BsonType.DOUBLE);
        addDouble(number.asDouble());
      }
      default -> {
        widen(BsonType.DECIMAL128);
        decimal = hasDecimal ? DecimalArithmetic.add(decimal, number) : number;
        hasDecimal = true;
      }
    }
  }

  private void widen(BsonType type) {
    if (rank(type) > rank(widest)) {
      widest = type;
    }
  }

  private static int rank(BsonType type) {
    return TYPES.indexOf(type);
  }

  private void addLong(long value) {
    long sum = whole + value;
    if (((whole ^ sum) & (value ^ sum)) < 0) {
      carry += value < 0 ? -1 : 1;
    }
    whole = sum;
  }

  /** Adds with the error of rounding kept (Knuth's two-sum). */
  private void addDouble(double value) {
    double sum = high + value;
    double virtual = sum - high;
    double error = (high - (sum - virtual)) + (value - virtual);
    high = sum;
    if (Double.isFinite(error)) {
      low += error;
    }
  }

  private boolean fitsLong() {
    return carry == 0;
  }

  private double nonDecimal() {
    double integers = fitsLong() ? (double) whole : carry * 0x1p64 + whole;
    double rest = fitsLong() ? (double) (whole - (long) integers) : 0;
    double sum = high + integers;
    if (!Double.isFinite(sum)) {
      return sum;
    }
    double virtual = sum - high;
    double error = (high - (sum - virtual)) + (integers - virtual);
    return sum + (error + low + rest);
  }

  public BsonValue value() {
    return switch (widest) {
      case INT32 -> fitsLong() ? BsonValue.integer(whole) : BsonValue.float64(nonDecimal());
      case INT64 -> fitsLong() ? BsonValue.int64(whole) : BsonValue.float64(nonDecimal());
      case DOUBLE -> BsonValue.float64(nonDecimal());
      default -> decimalValue();
    };
  }

  private BsonValue decimalValue() {
    BsonValue sum = decimal;
    if (whole != 0 || carry != 0) {
      sum =
          DecimalArithmetic.add(
              sum, fitsLong() ? BsonValue.int64(whole) : BsonValue.float64(carry * 0x1p64 + whole));
    }
    if (high != 0 || low != 0 || Double.isNaN(high)) {
      sum = DecimalArithmetic.add(sum, BsonValue.float64(high));
      if (low != 0) {
        sum = DecimalArithmetic.add(sum, BsonValue.float64(low));
      }
    }
    return sum;
  }

  /** All of it, for another sum to go on from. */
  BsonValue state() {
    return BsonArray.of(
            List.of(
                BsonValue.int32(rank(widest)),
                BsonValue.int64(whole),
                BsonValue.int64(carry),
                BsonValue.float64(high),
                BsonValue.float64(low),
                BsonValue.of(hasDecimal),
                decimal))
        .toValue();
  }

  /** Adds what another sum had come to. */
  void addState(BsonValue state) {
    List<BsonValue> parts = state.asArray().values();
    widen(TYPES.get(parts.get(0).asInt32()));
    addLong(parts.get(1).asInt64());
    carry += parts.get(2).asInt64();
    addDouble(parts.get(3).asDouble());
    low += parts.get(4).asDouble();
    if (parts.get(5).asBoolean()) {
      decimal = hasDecimal ? DecimalArithmetic.add(decimal, parts.get(6)) : parts.get(6);
      hasDecimal = true;
    }
  }

  /** Whether decimals are among what was added. */
  public boolean isDecimal() {
    return hasDecimal;
  }

  /** The sum as a double. */
  public double toDouble() {
    return BsonNumbers.toDouble(value());
  }
}
