package dev.partita.query.reference;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Results;
import dev.partita.query.evaluate.Row;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/** Loop of FROM: yields values that depend on those of the loops around it. Immutable. */
sealed interface Step {

  /** Slot of the values. */
  int slot();

  Results.Cursor open(Row row);

  /** The items of the container. */
  record Documents(int slot) implements Step {
    @Override
    public Results.Cursor open(Row row) {
      return cursor(row.documents().iterator());
    }
  }

  /** The value itself, unless it is undefined. */
  record Whole(int slot, Evaluator value) implements Step {
    @Override
    public Results.Cursor open(Row row) {
      return cursor(List.of(value.value(row)).iterator());
    }
  }

  /** The elements of an array; none for other values. */
  record Elements(int slot, Evaluator value) implements Step {
    @Override
    public Results.Cursor open(Row row) {
      return cursor(elements(value.value(row)));
    }
  }

  /** The results of a subquery. */
  record Rows(int slot, Results results) implements Step {
    @Override
    public Results.Cursor open(Row row) {
      return results.open(row);
    }
  }

  /** The elements of the arrays that a subquery returns. */
  record RowElements(int slot, Results results) implements Step {
    @Override
    public Results.Cursor open(Row row) {
      Results.Cursor rows = results.open(row);
      return new Results.Cursor() {
        private Iterator<? extends JsonValue> elements = Collections.emptyIterator();

        @Override
        public JsonValue next() {
          while (!elements.hasNext()) {
            JsonValue array = rows.next();
            if (array.isUndefined()) {
              return array;
            }
            elements = elements(array);
          }
          return elements.next();
        }
      };
    }
  }

  private static Iterator<? extends JsonValue> elements(JsonValue value) {
    return value instanceof JsonArray array ? array.iterator() : Collections.emptyIterator();
  }

  private static Results.Cursor cursor(Iterator<? extends JsonValue> values) {
    return () -> values.hasNext() ? values.next() : JsonUndefined.UNDEFINED;
  }
}
