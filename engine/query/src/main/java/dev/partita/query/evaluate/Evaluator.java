package dev.partita.query.evaluate;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonValue;

/**
 * Compiled expression. Immutable: all mutable state is in the row, so that any number of executions
 * may share it.
 */
@FunctionalInterface
public interface Evaluator {

  /** Value for a row; undefined if it is a number that is not finite. */
  JsonValue value(Row row);

  /**
   * The value as a number, which need not be finite, or {@link Numbers#NONE} if it is not a number.
   */
  default double number(Row row) {
    return value(row) instanceof JsonNumber number ? number.doubleValue() : Numbers.NONE;
  }

  /** Whether {@link #number} may return a number that {@link #value} cannot. */
  default boolean mayBeNonFinite() {
    return false;
  }

  /**
   * The value for use in a result.
   *
   * @throws DatabaseException if it is a number that is not finite, which JSON cannot express
   */
  default JsonValue result(Row row) {
    JsonValue value = value(row);
    if (value.isUndefined() && mayBeNonFinite()) {
      double number = number(row);
      return Numbers.isNone(number) ? value : Numbers.result(number);
    }
    return value;
  }

  /** Whether the value is exactly true, which is the condition of filters. */
  default boolean isTrue(Row row) {
    return value(row) == JsonBoolean.TRUE;
  }
}
