package dev.partita.query.reference;

import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Results;
import dev.partita.query.evaluate.Row;
import java.util.HashSet;
import java.util.Set;

/** Results without duplicates, each at its first position. Immutable. */
record DistinctResults(Results results) implements Results {

  @Override
  public Cursor open(Row row) {
    Cursor cursor = results.open(row);
    Set<JsonValue> seen = new HashSet<>();
    return () -> {
      JsonValue result = cursor.next();
      while (!result.isUndefined() && !seen.add(result)) {
        result = cursor.next();
      }
      row.execution().limits().onKept(1);
      return result;
    };
  }
}
