package dev.partita.query.evaluate;

import dev.partita.json.JsonValue;

/** Compiled query, executed for the row of the query around it. Immutable, like an evaluator. */
@FunctionalInterface
public interface Results {

  /** Starts an execution. The cursor reads and writes the row while it is used. */
  Cursor open(Row row);

  /** Iteration over the results. Not for use by several threads. */
  @FunctionalInterface
  interface Cursor {

    /** Returns the next result, or undefined after the last: results are never undefined. */
    JsonValue next();
  }
}
