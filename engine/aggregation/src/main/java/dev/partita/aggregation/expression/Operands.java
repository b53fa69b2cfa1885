package dev.partita.aggregation.expression;

import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.DecimalArithmetic;
import dev.partita.mql.MqlException;
import java.math.RoundingMode;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/** What operators ask of operands, which may be missing. Pure functions. */
final class Operands {

  private Operands() {}

  static boolean isNullish(@Nullable BsonValue value) {
    return value == null || value.isNullish();
  }

  static boolean anyNullish(@Nullable BsonValue[] operands) {
    for (BsonValue operand : operands) {
      if (isNullish(operand)) {
        return true;
      }
    }
    return false;
  }

  static boolean isNumber(@Nullable BsonValue value) {
    return value != null && value.isNumber();
  }

  static boolean isDecimal(@Nullable BsonValue value) {
    return value != null && value.type() == BsonType.DECIMAL128;
  }

  /** The name of the type as texts of failures have it. */
  static String type(@Nullable BsonValue value) {
    return value == null ? "missing" : value.type().alias();
  }

  /** The value, or null instead of a missing one. */
  static BsonValue orNull(@Nullable BsonValue value) {
    return value == null ? BsonValue.NULL : value;
  }

  /** The value as texts of failures have it. */
  static String text(@Nullable BsonValue value) {
    return ValueText.of(value);
  }

  /** A number that is an int32 by value, whatever its type; null if it is not. */
  static @Nullable Integer int32(@Nullable BsonValue value) {
    Long number = value == null || !value.isNumber() ? null : BsonNumbers.exactLong(value);
    return number == null || number != number.intValue() ? null : (Integer) number.intValue();
  }

  /** A value as a long, in the way in which MongoDB reads numbers that only say how many. */
  static long coerced(@Nullable BsonValue value) {
    if (value == null || isNullish(value)) {
      return 0;
    }
    if (!value.isNumber()) {
      throw new MqlException(16004, "can't convert from BSON type " + type(value) + " to long");
    }
    if (value.type() == BsonType.DOUBLE && !(Math.abs(value.asDouble()) < 0x1p63)) {
      throw new MqlException(31109, "Can't coerce out of range value " + text(value) + " to long");
    }
    var exact = value.type() == BsonType.DECIMAL128 ? BsonNumbers.exact(value) : null;
    return exact == null
        ? BsonNumbers.truncated(value)
        : BsonNumbers.truncated(
            BsonValue.decimal128(DecimalArithmetic.of(exact.setScale(0, RoundingMode.HALF_EVEN))));
  }

  /** The number as a decimal; doubles are taken with the 15 digits that are surely theirs. */
  static Decimal128 decimal(BsonValue number) {
    return DecimalArithmetic.of(number);
  }

  /** Dates, timestamps and object ids as milliseconds; null for others. */
  static @Nullable Long dateMillis(BsonValue value) {
    return switch (value.type()) {
      case DATE -> (Long) value.asDateMillis();
      case TIMESTAMP -> (Long) ((value.asTimestamp() >>> 32) * 1000);
      case OBJECT_ID -> (Long) (Integer.toUnsignedLong(value.asObjectId().getTimestamp()) * 1000);
      default -> null;
    };
  }

  /** The value as a string, as operators on strings take numbers and dates, too. */
  static String string(BsonValue value, int code) {
    return switch (value.type()) {
      case STRING, SYMBOL, JAVASCRIPT -> value.asString();
      case INT32, INT64, DOUBLE, DECIMAL128 -> ValueText.number(value);
      case DATE -> DateFormat.iso(value.asDateMillis());
      case TIMESTAMP -> ValueText.timestamp(value);
      default ->
          throw new MqlException(
              code, "can't convert from BSON type " + type(value) + " to String");
    };
  }
}
