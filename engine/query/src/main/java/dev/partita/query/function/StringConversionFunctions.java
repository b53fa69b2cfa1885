package dev.partita.query.function;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Numbers;
import dev.partita.query.evaluate.WorkUnits;
import java.util.stream.Stream;

/** Conversions between values and their JSON text. Pure functions. */
final class StringConversionFunctions {

  private StringConversionFunctions() {}

  static Stream<Function> all() {
    return Stream.of(
        parse("StringToArray", JsonArray.class),
        parse("StringToBoolean", JsonBoolean.class),
        parse("StringToNull", JsonNull.class),
        parse("StringToNumber", JsonNumber.class),
        parse("StringToObject", JsonObject.class),
        Function.bound("ToString", 1, 1, (arguments, _) -> toString(arguments.getFirst())));
  }

  private static Function parse(String name, Class<? extends JsonValue> type) {
    return Function.unary(
        name,
        value -> {
          if (!(value instanceof JsonString(String text))) {
            return JsonUndefined.UNDEFINED;
          }
          try {
            JsonValue parsed = JsonReader.DEFAULT.read(text);
            return type.isInstance(parsed) ? parsed : JsonUndefined.UNDEFINED;
          } catch (DatabaseException _) {
            // The result for text that is not JSON is undefined, not a failure.
            return JsonUndefined.UNDEFINED;
          }
        });
  }

  private static Evaluator toString(Evaluator argument) {
    return row -> {
      JsonValue value = argument.value(row);
      if (!value.isUndefined()) {
        JsonValue text = value instanceof JsonString ? value : JsonString.of(PlainText.of(value));
        row.work(WorkUnits.of(text));
        return text;
      }
      double number = argument.mayBeNonFinite() ? argument.number(row) : Numbers.NONE;
      return Numbers.isNone(number) ? value : JsonString.of(Double.toString(number));
    };
  }
}
