package dev.partita.query.function;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.WorkUnits;
import java.math.BigDecimal;

/**
 * JSON text of values as queries see it: without spaces, with the shortest form of each number,
 * which has an exponent only from 1e21 on and below 1e-6. Pure functions.
 */
final class PlainText {

  private static final int MAX_PLAIN_EXPONENT = 21;
  private static final int MIN_PLAIN_EXPONENT = -6;

  private PlainText() {}

  static String of(JsonValue value) {
    StringBuilder out = new StringBuilder();
    append(value, out);
    return out.toString();
  }

  private static void append(JsonValue value, StringBuilder out) {
    WorkUnits.requireShort(out.length());
    switch (value) {
      case JsonUndefined _, JsonNull _, JsonBoolean _, JsonString _ -> out.append(value);
      case JsonNumber number -> out.append(number(number));
      case JsonArray array -> {
        out.append('[');
        for (int i = 0; i < array.size(); i++) {
          out.append(i == 0 ? "" : ",");
          append(array.at(i), out);
        }
        out.append(']');
      }
      case JsonObject object -> {
        out.append('{');
        for (int i = 0; i < object.size(); i++) {
          out.append(i == 0 ? "" : ",").append(JsonString.of(object.nameAt(i))).append(':');
          append(object.valueAt(i), out);
        }
        out.append('}');
      }
    }
  }

  private static String number(JsonNumber number) {
    if (number.isIntegral()) {
      return Long.toString(number.longValue());
    }
    BigDecimal shortest =
        new BigDecimal(Double.toString(number.doubleValue())).stripTrailingZeros();
    int exponent = shortest.precision() - shortest.scale() - 1;
    if (exponent < MAX_PLAIN_EXPONENT && exponent >= MIN_PLAIN_EXPONENT) {
      return shortest.toPlainString();
    }
    return shortest.movePointLeft(exponent).toPlainString()
        + (exponent < 0 ? "e-" : "e+")
        + Math.abs(exponent);
  }
}
