package dev.partita.query.evaluate;

import dev.partita.json.JsonValue;

/** A query ready to run, for the row of the query around it. Immutable, like an evaluator. */
@FunctionalInterface
public interface Results {

  /** Starts at the first result. The cursor reads and writes the row until it is left alone. */
  Cursor open(Row row);

  /** The results one by one. */
  @FunctionalInterface
  interface Cursor {

    /** The next result, or undefined if there is none left: a result never is. */
    JsonValue next();
  }
}
