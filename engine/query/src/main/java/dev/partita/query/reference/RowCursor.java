package dev.partita.query.reference;

import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Results;
import dev.partita.query.evaluate.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The rows of FROM that WHERE lets through: loops within each other. For one execution. */
public final class RowCursor {

  /** What came of one step of the loops. */
  public enum Move {
    /** A row is in place. */
    ROW,
    /** The loops have moved, but there is no row yet. */
    ONWARD,
    END
  }

  private final List<Step> steps;
  private final Evaluator filter;
  private final Row row;

  /** The loops under way, the innermost last. */
  private final List<Results.Cursor> open;

  /** How many values each loop under way has given. */
  private final int[] counts;

  private boolean started;

  RowCursor(List<Step> steps, Evaluator filter, Row row) {
    this.steps = steps;
    this.filter = filter;
    this.row = row;
    this.open = new ArrayList<>(steps.size());
    this.counts = new int[steps.size()];
  }

  /** Puts the next row into place; false if there is none. */
  public boolean next() {
    Move move = move();
    while (move == Move.ONWARD) {
      move = move();
    }
    return move == Move.ROW;
  }

  /** Takes one loop one value onward, for those who must be able to stop between rows. */
  public Move move() {
    if (!started) {
      started = true;
      if (steps.isEmpty()) {
        // Without FROM there is one row, which has nothing in it.
        return filtered();
      }
      open(0);
    }
    if (open.isEmpty()) {
      return Move.END;
    }
    row.execution().watch().onRow();
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

  /** Where the loops stand: how many values each has given, from the outermost on. */
  public int[] place() {
    return Arrays.copyOf(counts, open.size());
  }

  /**
   * Goes on where an earlier cursor over the same values stood. The values before are passed over
   * loop by loop, so this takes no longer than the loops are long.
   */
  public void resume(int[] place) {
    started = true;
    for (int level = 0; level < Math.min(place.length, steps.size()); level++) {
      open(level);
      while (counts[level] < place[level]) {
        row.execution().watch().onRow();
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
