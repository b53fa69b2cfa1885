package dev.partita.query.reference;

import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Results;
import dev.partita.query.evaluate.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cursor over the rows of FROM that pass WHERE, as nested loops. For one execution. */
public final class RowCursor {

  /** Outcome of one step of the loops. */
  public enum Move {
    /** A row is in place. */
    ROW,
    /** The loops have advanced, but there is no row yet. */
    ONWARD,
    END
  }

  private final List<Step> steps;
  private final Evaluator filter;
  private final Row row;

  /** Open loops, the innermost last. */
  private final List<Results.Cursor> open;

  /** Number of values that each open loop has returned. */
  private final int[] counts;

  private boolean started;

  RowCursor(List<Step> steps, Evaluator filter, Row row) {
    this.steps = steps;
    this.filter = filter;
    this.row = row;
    this.open = new ArrayList<>(steps.size());
    this.counts = new int[steps.size()];
  }

  /** Advances to the next row; false if there is none. */
  public boolean next() {
    Move move = move();
    while (move == Move.ONWARD) {
      move = move();
    }
    return move == Move.ROW;
  }

  /** Advances one loop by one value, for callers that must be able to stop between rows. */
  public Move move() {
    if (!started) {
      started = true;
      if (steps.isEmpty()) {
        // Without FROM there is one row without values.
        return filtered();
      }
      open(0);
    }
    if (open.isEmpty()) {
      return Move.END;
    }
    row.execution().limits().onRow();
    int level = open.size() - 1;
    if (!advance(level)) {
      open.removeLast();
      return Move.ONWARD;
    }
    if (level == steps.size() - 1) {
      return filtered();
    }
    open(level + 1);
    return Move.ONWARD;
  }

  /** Position of the cursor: how many values each loop has returned, from the outermost on. */
  public int[] place() {
    return Arrays.copyOf(counts, open.size());
  }

  /**
   * Resumes at the position of an earlier cursor over the same values. Earlier values are skipped
   * loop by loop, which takes no longer than the loops are long.
   */
  public void resume(int[] place) {
    started = true;
    for (int level = 0; level < Math.min(place.length, steps.size()); level++) {
      open(level);
      while (counts[level] < place[level]) {
        row.execution().limits().onRow();
        if (!advance(level)) {
          open.removeLast();
          return;
        }
      }
    }
  }

  private Move filtered() {
    return filter.isTrue(row) ? Move.ROW : Move.ONWARD;
  }

  private void open(int level) {
    open.add(steps.get(level).open(row));
    counts[level] = 0;
  }

  private boolean advance(int level) {
    JsonValue value = open.get(level).next();
    if (value.isUndefined()) {
      return false;
    }
    row.set(steps.get(level).slot(), value);
    counts[level]++;
    return true;
  }
}
