package dev.partita.query.evaluate;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;

/**
 * Limits of an execution. Notified of every row and of every value that is kept until the end, and
 * throws when a limit is exceeded. Called on the thread of the execution.
 */
public interface ExecutionLimits {

  ExecutionLimits NONE =
      new ExecutionLimits() {
        @Override
        public void onRow() {}

        @Override
        public void onKept(int values) {}

        @Override
        public void onWork(long units) {}
      };

  /** Units of computing that take about as long as a row. */
  int UNITS_PER_ROW = 16;

  /** A row was read, joined or returned by a subquery. */
  void onRow();

  /** Values were kept for sorting, grouping or comparing. */
  void onKept(int values);

  /**
   * Work was done: a unit is an evaluated expression, an element that a function read, or sixteen
   * characters. The units depend on the query and the documents alone.
   */
  void onWork(long units);

  /** A user-defined function was called, which may have taken any time. */
  default void onCall() {}

  /** Limits of time and of the number of values kept. */
  static ExecutionLimits limited(Clock clock, long timeoutMillis, long maxKept) {
    long deadlineNanos = clock.nanos() + timeoutMillis * 1_000_000;
    return new ExecutionLimits() {
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
        // Reading the clock costs about as much as a row.
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
