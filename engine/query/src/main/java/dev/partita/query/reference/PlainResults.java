package dev.partita.query.reference;

import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Results;
import dev.partita.query.evaluate.Row;
import java.util.List;

/** One result for each row, in the order of rows. Immutable. */
record PlainResults(List<Step> steps, Evaluator filter, Evaluator selection) implements Results {

  @Override
  public Cursor open(Row row) {
    RowCursor rows = new RowCursor(steps, filter, row);
    return () -> {
      while (rows.next()) {
        JsonValue result = selection.result(row);
        if (!result.isUndefined()) {
          return result;
        }
      }
      return JsonUndefined.UNDEFINED;
    };
  }
}
