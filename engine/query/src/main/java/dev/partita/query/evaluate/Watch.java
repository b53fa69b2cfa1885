package dev.partita.query.evaluate;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;

/**
 * Whoever bounds the work of an execution. It is told of every row and of every value that is kept
 * until the end, and throws when there have been enough. Called on the thread of the execution.
 */
public interface Watch {

  Watch NONE =
      new Watch() {
        @Override
        public void onRow() {}

        @Override
        public void onKept(int values) {}

        @Override
        public void onWork(long units) {}
      };

  /** How many units of computing take about as long as a row. */
  int UNITS_PER_ROW = 16;

  /** A row was read, joined or made by a query within. */
  void onRow();

  /** Values were put aside for sorting, grouping or comparing. */
  void onKept(int values);

  /**
   * Something was computed: a unit is an evaluated expression, an element that a function went over
   * or sixteen characters. The units depend on the query and the documents alone.
   */
  void onWork(long units);

  /** A function of users was called, which may have taken any time. */
  default void onCall() {}

  /** A watch that ends the execution at a time and at a number of values kept. */
  static Watch limited(Clock clock, long timeoutMillis, long maxKept) {
    long deadlineNanos = clock.nanos() + timeoutMillis * 1_000_000;
    return new Watch() {
      private long kept;
      private long untilCheck;

      @Override
      public void onRow() {
        onRows(1);
      }

      @Override
      public void onWork(long units) {
        onRows(units / UNITS_PER_ROW);
      }

      private void onRows(long rows) {
        // Asking for the time costs about as much as a row.
        untilCheck -= rows;
        if (untilCheck <= 0) {
          untilCheck = 64;
          if (Thread.currentThread().isInterrupted()) {
            throw new DatabaseException(ErrorCode.UNAVAILABLE, "The query was cancelled.");
          }
          if (clock.nanos() - deadlineNanos > 0) {
            throw new DatabaseException(ErrorCode.UNAVAILABLE, "The query took too long.")
                .with("timeoutMillis", timeoutMillis);
          }
        }
      }

      @Override
      public void onKept(int values) {
        kept += values;
        if (kept > maxKept) {
          throw DatabaseException.badRequest("The query keeps too many values in memory.")
              .with("maxKept", maxKept);
        }
      }
    };
  }
}
