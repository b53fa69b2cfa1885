package dev.partita.query.reference;

import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Row;
import dev.partita.query.evaluate.ValueOrder;
import java.util.Comparator;
import java.util.List;

/** Sort key. A missing value is less than all others. */
public record SortKey(Evaluator value, boolean descending) {

  public static JsonValue[] values(List<SortKey> keys, Row row) {
    JsonValue[] values = new JsonValue[keys.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = keys.get(i).value.value(row);
    }
    return values;
  }

  /** Order of the values of several keys. */
  public static Comparator<JsonValue[]> order(List<SortKey> keys) {
    return (left, right) -> {
      for (int i = 0; i < left.length; i++) {
        int order = keys.get(i).compare(left[i], right[i]);
        if (order != 0) {
          return order;
        }
      }
      return 0;
    };
  }

  private int compare(JsonValue left, JsonValue right) {
    int order =
        left.isUndefined() || right.isUndefined()
            ? Boolean.compare(right.isUndefined(), left.isUndefined())
            : ValueOrder.ORDER.compare(left, right);
    return descending ? -order : order;
  }
}
