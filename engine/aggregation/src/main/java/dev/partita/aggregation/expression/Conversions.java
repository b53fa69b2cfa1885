package dev.partita.aggregation.expression;

import static dev.partita.aggregation.expression.Operands.type;

import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.DecimalArithmetic;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlCode;
import dev.partita.mql.MqlException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** Conversions of values to another type. Pure functions. */
final class Conversions {

  private Conversions() {}

  /**
   * Converts a value that is there.
   *
   * @param wanted null for the type of what is missing, which no value has
   * @throws MqlException CONVERSION_FAILURE if it has no value of the type
   */
  static BsonValue convert(BsonValue value, @Nullable BsonType wanted) {
    if (wanted == null) {
      throw failure(
          "Unsupported conversion from "
              + type(value)
              + " to missing in $convert with no onError value");
    }
    if (value.type() == wanted && wanted != BsonType.DOCUMENT && wanted != BsonType.ARRAY) {
      return value;
    }
    return switch (wanted) {
      case BOOLEAN -> bool(value);
      case STRING -> text(value);
      case INT32 -> whole(value, BsonType.INT32, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case INT64 -> whole(value, BsonType.INT64, Long.MIN_VALUE, Long.MAX_VALUE);
      case DOUBLE -> real(value);
      case DECIMAL128 -> decimal(value);
      case DATE -> date(value);
      case OBJECT_ID -> objectId(value);
      default -> throw unsupported(value, wanted);
    };
  }

  private static MqlException unsupported(BsonValue value, BsonType wanted) {
    return failure(
        "Unsupported conversion from "
            + type(value)
            + " to "
            + wanted.alias()
            + " in $convert with no onError value");
  }

  private static MqlException failure(String text) {
    return new MqlException(MqlCode.CONVERSION_FAILURE, text);
  }

  private static BsonValue bool(BsonValue value) {
    return switch (value.type()) {
      case INT32, INT64, DOUBLE, DECIMAL128 -> BsonValue.of(Expression.truth(value));
      case STRING,
          DATE,
          OBJECT_ID,
          DOCUMENT,
          ARRAY,
          BINARY,
          REGEX,
          JAVASCRIPT,
          TIMESTAMP,
          SYMBOL,
          DB_POINTER,
          JAVASCRIPT_WITH_SCOPE,
          MIN_KEY,
          MAX_KEY ->
          BsonValue.TRUE;
      default -> throw unsupported(value, BsonType.BOOLEAN);
    };
  }

  private static BsonValue text(BsonValue value) {
    return BsonValue.string(
        switch (value.type()) {
          case BOOLEAN -> value.asBoolean() ? "true" : "false";
          case INT32, INT64, DECIMAL128 -> ValueText.number(value);
          case DOUBLE -> realText(value.asDouble());
          case DATE -> DateFormat.iso(value.asDateMillis());
          case OBJECT_ID -> value.asObjectId().toHexString();
          default -> throw unsupported(value, BsonType.STRING);
        });
  }

  private static String realText(double value) {
    return Double.isInfinite(value)
        ? (value > 0 ? "Infinity" : "-Infinity")
        : ValueText.shortest(value);
  }

  private static BsonValue whole(BsonValue value, BsonType wanted, long min, long max) {
    return switch (value.type()) {
      case BOOLEAN -> integer(value.asBoolean() ? 1 : 0, wanted);
      case INT32, INT64 -> limited(BsonNumbers.truncated(value), wanted, min, max);
      case DOUBLE, DECIMAL128 -> {
        BigDecimal exact = BsonNumbers.exact(value);
        if (exact == null) {
          throw failure(
              "Attempt to convert "
                  + (BsonNumbers.isNan(value) ? "NaN" : "infinity")
                  + " value to integer type in $convert with no onError value");
        }
        BigDecimal truncated = exact.setScale(0, RoundingMode.DOWN);
        if (truncated.compareTo(BigDecimal.valueOf(min)) < 0
            || truncated.compareTo(BigDecimal.valueOf(max)) > 0) {
          throw overflow(value);
        }
        yield integer(truncated.longValueExact(), wanted);
      }
      case DATE -> {
        if (wanted == BsonType.INT32) {
          throw unsupported(value, wanted);
        }
        yield BsonValue.int64(value.asDateMillis());
      }
      case STRING -> parsed(value.asString(), wanted, min, max);
      default -> throw unsupported(value, wanted);
    };
  }

  private static MqlException overflow(BsonValue value) {
    return failure(
        "Conversion would overflow target type in $convert with no onError value: "
            + ValueText.of(value));
  }

  private static BsonValue limited(long number, BsonType wanted, long min, long max) {
    if (number < min || number > max) {
      throw failure("Conversion would overflow target type in $convert with no onError value: ");
    }
    return integer(number, wanted);
  }

  private static BsonValue integer(long number, BsonType wanted) {
    return wanted == BsonType.INT32 ? BsonValue.int32((int) number) : BsonValue.int64(number);
  }

  private static BsonValue parsed(String text, BsonType wanted, long min, long max) {
    try {
      long number = Long.parseLong(text);
      if (number >= min && number <= max && !text.startsWith("+")) {
        return integer(number, wanted);
      }
      throw notANumber(text, "Overflow");
    } catch (NumberFormatException _) {
      throw notANumber(text, text.isEmpty() ? "No digits" : "Did not consume whole string.");
    }
  }

  private static MqlException notANumber(String text, String reason) {
    return failure(
        "Failed to parse number '" + text + "' in $convert with no onError value: " + reason);
  }

  private static BsonValue real(BsonValue value) {
    return switch (value.type()) {
      case BOOLEAN -> BsonValue.float64(value.asBoolean() ? 1 : 0);
      case INT32, INT64 -> BsonValue.float64(BsonNumbers.toDouble(value));
      case DECIMAL128 -> {
        double nearest = BsonNumbers.toDouble(value);
        if (Double.isInfinite(nearest) && !BsonNumbers.isInfinite(value)) {
          throw overflow(value);
        }
        yield BsonValue.float64(nearest);
      }
      case DATE -> BsonValue.float64((double) value.asDateMillis());
      case STRING -> BsonValue.float64(parseReal(value.asString()));
      default -> throw unsupported(value, BsonType.DOUBLE);
    };
  }

  private static double parseReal(String text) {
    String lower = text.toLowerCase(java.util.Locale.ROOT);
    String digits = lower.startsWith("-") || lower.startsWith("+") ? lower.substring(1) : lower;
    double sign = lower.startsWith("-") ? -1 : 1;
    if (digits.equals("inf") || digits.equals("infinity")) {
      return sign * Double.POSITIVE_INFINITY;
    }
    if (digits.equals("nan")) {
      return Double.NaN;
    }
    boolean plain = !digits.isEmpty() && "0123456789.".indexOf(digits.charAt(0)) >= 0;
    if (plain && "0123456789.".indexOf(digits.charAt(digits.length() - 1)) >= 0) {
      try {
        double number = Double.parseDouble(text);
        if (Double.isFinite(number)) {
          return number;
        }
        throw notANumber(text, "Out of range");
      } catch (NumberFormatException _) {
        throw notANumber(text, "Did not consume whole string.");
      }
    }
    throw notANumber(text, text.isEmpty() ? "Empty string" : "Did not consume any digits");
  }

  private static BsonValue decimal(BsonValue value) {
    return switch (value.type()) {
      case BOOLEAN -> BsonValue.decimal128(new Decimal128(value.asBoolean() ? 1 : 0));
      case INT32, INT64, DOUBLE -> BsonValue.decimal128(DecimalArithmetic.of(value));
      case DATE -> BsonValue.decimal128(new Decimal128(value.asDateMillis()));
      case STRING -> {
        try {
          yield BsonValue.decimal128(Decimal128.parse(value.asString()));
        } catch (NumberFormatException _) {
          throw notANumber(
              value.asString(),
              value.asString().isEmpty() ? "Empty string" : "Failed to parse string to decimal");
        }
      }
      default -> throw unsupported(value, BsonType.DECIMAL128);
    };
  }

  private static BsonValue date(BsonValue value) {
    return switch (value.type()) {
      case INT64 -> BsonValue.date(value.asInt64());
      case DOUBLE, DECIMAL128 ->
          BsonValue.date(whole(value, BsonType.INT64, Long.MIN_VALUE, Long.MAX_VALUE).asInt64());
      case STRING -> BsonValue.date(DateParsing.iso(value.asString()));
      case OBJECT_ID ->
          BsonValue.date(Integer.toUnsignedLong(value.asObjectId().getTimestamp()) * 1000);
      case TIMESTAMP -> BsonValue.date((value.asTimestamp() >>> 32) * 1000);
      default -> throw unsupported(value, BsonType.DATE);
    };
  }

  private static BsonValue objectId(BsonValue value) {
    if (!value.isString()) {
      throw unsupported(value, BsonType.OBJECT_ID);
    }
    String text = value.asString();
    if (text.length() != 24) {
      throw failure(
          "Failed to parse objectId '"
              + text
              + "' in $convert with no onError value: Invalid"
              + " string length for parsing to OID, expected 24 but found "
              + text.length());
    }
    if (!ObjectId.isValid(text)) {
      throw failure(
          "Failed to parse objectId '"
              + text
              + "' in $convert with no onError value: Invalid"
              + " character found in hex string: "
              + text);
    }
    return BsonValue.objectId(new ObjectId(text));
  }
}
