package dev.partita.aggregation.expression;

import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.DecimalArithmetic;

/** A product of numbers of all types. Not for use by several threads. */
final class NumberProduct {

  private BsonType type = BsonType.INT32;
  private long whole = 1;
  private double real = 1;
  private BsonValue decimal = BsonValue.int32(1);

  void multiply(BsonValue number) {
    if (number.type() == BsonType.DECIMAL128 || type == BsonType.DECIMAL128) {
      BsonValue before =
          switch (type) {
            case DECIMAL128 -> decimal;
            case DOUBLE -> BsonValue.float64(real);
            default -> BsonValue.int64(whole);
          };
      decimal = DecimalArithmetic.multiply(before, number);
      type = BsonType.DECIMAL128;
      return;
    }
    real *= BsonNumbers.toDouble(number);
    if (number.type() == BsonType.DOUBLE || type == BsonType.DOUBLE) {
      type = BsonType.DOUBLE;
      return;
    }
    long factor = BsonNumbers.truncated(number);
    long high = Math.multiplyHigh(whole, factor);
    long product = whole * factor;
    if (high != product >> 63) {
      type = BsonType.DOUBLE;
      return;
    }
    whole = product;
    if (number.type() == BsonType.INT64) {
      type = BsonType.INT64;
    }
  }

  BsonValue value() {
    return switch (type) {
      case INT32 -> BsonValue.integer(whole);
      case INT64 -> BsonValue.int64(whole);
      case DOUBLE -> BsonValue.float64(real);
      default -> decimal;
    };
  }
}
