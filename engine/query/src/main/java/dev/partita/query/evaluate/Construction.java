package dev.partita.query.evaluate;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
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
      for (Evaluator evaluator : evaluators) {
        JsonValue value = evaluator.result(row);
        if (!value.isUndefined()) {
          values.add(value);
        }
      }
      return JsonArray.of(values);
    };
  }

  /** An object; if a name comes twice, the last value counts. */
  public static Evaluator object(List<String> names, List<Evaluator> values) {
    String[] keys = names.toArray(String[]::new);
    Evaluator[] evaluators = values.toArray(Evaluator[]::new);
    return row -> {
      JsonObject.Builder object = JsonObject.builder();
      for (int i = 0; i < evaluators.length; i++) {
        JsonValue value = evaluators[i].result(row);
        if (!value.isUndefined()) {
          object.put(keys[i], value);
        }
      }
      return object.build();
    };
  }
}
