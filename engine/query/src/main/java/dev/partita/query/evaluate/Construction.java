package dev.partita.query.evaluate;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/** Arrays and objects that a query makes. What is undefined is left out. */
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

  /** An object; if a name comes twice, the last value counts. */
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

  /** How large a value is, if it is more than one thing. */
  private static long within(JsonValue value) {
    return switch (value) {
      case JsonArray _, JsonObject _, JsonString _ -> Work.whole(value) - 1;
      default -> 0;
    };
  }

  private static void count(long units, Row row) {
    if (units > 0) {
      Work.requireBounded(units);
      row.work(units);
    }
  }
}
