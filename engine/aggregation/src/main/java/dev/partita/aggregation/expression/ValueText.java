package dev.partita.aggregation.expression;

import dev.partita.bson.BsonCursor;
import dev.partita.bson.BsonValue;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Values as MongoDB writes them: numbers as strings, and values in texts of failures. */
final class ValueText {

  /** Digits that MongoDB writes doubles with in strings. */
  private static final MathContext FIFTEEN = new MathContext(15);

  private ValueText() {}

  /** A number as a string: the shortest form of 15 digits for doubles. */
  static String number(BsonValue value) {
    return switch (value.type()) {
      case INT32 -> Integer.toString(value.asInt32());
      case INT64 -> Long.toString(value.asInt64());
      case DOUBLE -> shortest(value.asDouble());
      case DECIMAL128 -> value.asDecimal128().toString();
      default -> throw new IllegalArgumentException("Not a number: " + value.type());
    };
  }

  /** A double like C's %.15g, and with 17 digits if 15 do not give it back. */
  static String shortest(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    BigDecimal rounded = new BigDecimal(value).round(FIFTEEN);
    if (rounded.doubleValue() != value) {
      rounded = new BigDecimal(Double.toString(value));
    }
    return general(rounded, Math.max(15, rounded.stripTrailingZeros().precision()));
  }

  /** A double with six digits, as streams of C++ write it. */
  static String sixDigits(double value) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    return Double.isInfinite(value) || value == 0
        ? shortest(value)
        : general(new BigDecimal(value).round(new MathContext(6)), 6);
  }

  /** Like C's %g without trailing zeros: scientific below 1e-5, and where digits would not do. */
  private static String general(BigDecimal value, int digitsMax) {
    BigDecimal stripped = value.stripTrailingZeros();
    int exponent = stripped.precision() - stripped.scale() - 1;
    if (exponent >= -5 && exponent < digitsMax) {
      return stripped.toPlainString();
    }
    String digits = stripped.unscaledValue().abs().toString();
    String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
    return (stripped.signum() < 0 ? "-" : "")
        + mantissa
        + String.format(Locale.ROOT, "e%s%02d", exponent < 0 ? "-" : "+", Math.abs(exponent));
  }

  static String timestamp(BsonValue value) {
    return DateFormat.monthFirst(value.asTimestamp() >>> 32)
        + ":"
        + (value.asTimestamp() & 0xFFFFFFFFL);
  }

  /** A value in the text of a failure. */
  static String of(@Nullable BsonValue value) {
    if (value == null) {
      return "MISSING";
    }
    return switch (value.type()) {
      case MIN_KEY -> "MinKey";
      case MAX_KEY -> "MaxKey";
      case INT32, INT64, DECIMAL128 -> number(value);
      case DOUBLE -> sixDigits(value.asDouble());
      case STRING, SYMBOL -> "\"" + value.asString() + "\"";
      case NULL -> "null";
      case UNDEFINED -> "undefined";
      case BOOLEAN -> value.asBoolean() ? "true" : "false";
      case DATE -> DateFormat.iso(value.asDateMillis());
      case OBJECT_ID -> value.asObjectId().toHexString();
      case TIMESTAMP ->
          "Timestamp("
              + (value.asTimestamp() >>> 32)
              + ", "
              + (value.asTimestamp() & 0xFFFFFFFFL)
              + ")";
      case BINARY ->
          "BinData("
              + value.binarySubtype()
              + ", \""
              + HexFormat.of().withUpperCase().formatHex(value.asBinary())
              + "\")";
      case REGEX -> "/" + value.regexPattern() + "/" + value.regexOptions();
      case ARRAY -> list(value, false);
      case DOCUMENT -> list(value, true);
      default -> value.toString();
    };
  }

  private static String list(BsonValue value, boolean names) {
    StringBuilder text = new StringBuilder(names ? "{" : "[");
    BsonCursor cursor = value.cursor();
    boolean first = true;
    while (cursor.next()) {
      text.append(first ? "" : ", ");
      if (names) {
        text.append(cursor.name()).append(": ");
      }
      text.append(of(cursor.value()));
      first = false;
    }
    return text.append(names ? "}" : "]").toString();
  }
}
