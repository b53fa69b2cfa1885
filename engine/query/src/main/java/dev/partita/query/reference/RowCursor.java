package dev.partita.query.reference;

import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Results;
import dev.partita.query.evaluate.Row;
import java.util.ArrayList;
import java.util.List;

/** The rows of FROM that WHERE lets through: loops within each other. For one execution. */
final class RowCursor {

  private final List<Step> steps;
  private final Evaluator filter;
  private final Row row;

  /** The loops under way, the innermost last. */
  private final List<Results.Cursor> open;

  private boolean started;

  RowCursor(List<Step> steps, Evaluator filter, Row row) {
    this.steps = steps;
    this.filter = filter;
    this.row = row;
    this.open = new ArrayList<>(steps.size());
  }

  /** Puts the next row into place; false if there is none. */
  boolean next() {
    while (advance()) {
      if (filter.isTrue(row)) {
        return true;
      }
    }
    return false;
  }

  private boolean advance() {
    if (!started) {
      started = true;
      if (steps.isEmpty()) {
        // Without FROM there is one row, which has nothing in it.
        return true;
      }
      open.add(steps.getFirst().open(row));
    }
    while (!open.isEmpty()) {
      row.execution().watch().onRow();
      int level = open.size() - 1;
      JsonValue value = open.getLast().next();
      if (value.isUndefined()) {
        open.removeLast();
        continue;
      }
      row.set(steps.get(level).slot(), value);
      if (level == steps.size() - 1) {
        return true;
      }
      open.add(steps.get(level + 1).open(row));
    }
    return false;
  }
}
