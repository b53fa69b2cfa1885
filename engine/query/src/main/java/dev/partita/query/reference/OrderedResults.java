package dev.partita.query.reference;

import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Results;
import dev.partita.query.evaluate.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/** One result for each row, sorted; the sort is stable. Immutable. */
record OrderedResults(List<Step> steps, Evaluator filter, List<SortKey> order, Evaluator selection)
    implements Results {

  private record Sortable(JsonValue[] keys, JsonValue result) {}

  @Override
  public Cursor open(Row row) {
    return new Cursor() {
      private Iterator<Sortable> sorted = List.<Sortable>of().iterator();
      private boolean started;

      @Override
      public JsonValue next() {
        if (!started) {
          started = true;
          sorted = sorted(row).iterator();
        }
        return sorted.hasNext() ? sorted.next().result : JsonUndefined.UNDEFINED;
      }
    };
  }

  private List<Sortable> sorted(Row row) {
    List<Sortable> all = new ArrayList<>();
    RowCursor rows = new RowCursor(steps, filter, row);
    while (rows.next()) {
      JsonValue result = selection.result(row);
      if (!result.isUndefined()) {
        all.add(new Sortable(SortKey.values(order, row), result));
        row.execution().limits().onKept(1);
      }
    }
    all.sort(Comparator.comparing(Sortable::keys, SortKey.order(order)));
    return all;
  }
}
