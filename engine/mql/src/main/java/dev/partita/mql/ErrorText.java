package dev.partita.mql;

import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonValue;
import java.util.HexFormat;
import java.util.StringJoiner;

/** Values as MongoDB writes them in its failures. */
public final class ErrorText {

  private static final int LONGEST = 300;

  private ErrorText() {}

  /** The value in the form of the shell, cut if it is long. */
  public static String of(BsonValue value) {
    return switch (value.type()) {
      case STRING, SYMBOL -> '"' + cut(value.asString()) + '"';
      case INT32 -> Integer.toString(value.asInt32());
      case INT64 -> Long.toString(value.asInt64());
      case DOUBLE -> number(value.asDouble());
      case DECIMAL128 -> value.asDecimal128().toString();
      case DOCUMENT -> {
        StringJoiner fields = new StringJoiner(", ", "{ ", " }").setEmptyValue("{}");
        int room = LONGEST;
        for (BsonElement field : value.asDocument()) {
          if (room < 0) {
            fields.add("...");
            break;
          }
          String text = field.name() + ": " + of(field.value());
          room -= text.length();
          fields.add(text);
        }
        yield fields.toString();
      }
      case ARRAY -> {
        StringJoiner elements = new StringJoiner(", ", "[ ", " ]").setEmptyValue("[]");
        int room = LONGEST;
        for (BsonValue element : value.asArray()) {
          if (room < 0) {
            elements.add("...");
            break;
          }
          String text = of(element);
          room -= text.length();
          elements.add(text);
        }
        yield elements.toString();
      }
      case OBJECT_ID -> "ObjectId('" + value.asObjectId().toHexString() + "')";
      case BOOLEAN -> Boolean.toString(value.asBoolean());
      case NULL -> "null";
      case UNDEFINED -> "undefined";
      case MIN_KEY -> "MinKey";
      case MAX_KEY -> "MaxKey";
      case REGEX -> "/" + cut(value.regexPattern()) + "/" + value.regexOptions();
      case DATE -> "new Date(" + value.asDateMillis() + ")";
      case TIMESTAMP ->
          "Timestamp("
              + (value.asTimestamp() >>> 32)
              + ", "
              + (value.asTimestamp() & 0xFFFFFFFFL)
              + ")";
      case BINARY ->
          "BinData("
              + value.binarySubtype()
              + ", "
              + cut(HexFormat.of().withUpperCase().formatHex(value.asBinary()))
              + ")";
      default -> cut(value.toString());
    };
  }

  private static String number(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return (1 / value < 0 && value == 0 ? "-0" : Long.toString((long) value)) + ".0";
    }
    if (Double.isNaN(value)) {
      return "nan.0";
    }
    return Double.isInfinite(value) ? (value > 0 ? "inf.0" : "-inf.0") : Double.toString(value);
  }

  private static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
  }
}
