package dev.partita.query.evaluate;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/**
 * Arrays and objects that a query constructs. Undefined elements and properties are omitted. Pure
 * functions.
 */
public final class Construction {

  private Construction() {}

  public static Evaluator array(List<Evaluator> elements) {
    Evaluator[] evaluators = elements.toArray(Evaluator[]::new);
    return row -> {
      List<JsonValue> values = new ArrayList<>(evaluators.length);
      long units = 0;
      for (Evaluator evaluator : evaluators) {
        JsonValue value = evaluator.result(row);
        if (!value.isUndefined()) {
          values.add(value);
          units += within(value);
        }
      }
      count(units, row);
      return JsonArray.of(values);
    };
  }

  /** Compiles an object; of properties of the same name the last one counts. */
  public static Evaluator object(List<String> names, List<Evaluator> values) {
    String[] keys = names.toArray(String[]::new);
    Evaluator[] evaluators = values.toArray(Evaluator[]::new);
    return row -> {
      JsonObject.Builder object = JsonObject.builder();
      long units = 0;
      for (int i = 0; i < evaluators.length; i++) {
        JsonValue value = evaluators[i].result(row);
        if (!value.isUndefined()) {
          object.put(keys[i], value);
          units += within(value);
        }
      }
      count(units, row);
      return object.build();
    };
  }

  /** Size of a composite value in units of work, 0 for others. */
  private static long within(JsonValue value) {
    return switch (value) {
      case JsonArray _, JsonObject _, JsonString _ -> WorkUnits.whole(value) - 1;
      default -> 0;
    };
  }

  private static void count(long units, Row row) {
    if (units > 0) {
      WorkUnits.requireBounded(units);
      row.work(units);
    }
  }
}
