package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonObject;
import java.util.function.Predicate;

/**
 * Compiler of the conditions of operations, given by a layer that knows the query language. Safe
 * for use by any number of threads.
 */
@FunctionalInterface
public interface ConditionCompiler {

  /** That of an engine without a query language: it refuses operations that have a condition. */
  ConditionCompiler NONE =
      condition -> {
        throw new DatabaseException(
                ErrorCode.UNSUPPORTED,
                "This engine was opened without a query language: an operation cannot have a"
                    + " condition.")
            .with("condition", condition.text());
      };

  /**
   * @return a predicate on items with their system properties. The partition's writer asks it, so
   *     that it gives up after a moment
   * @throws DatabaseException BAD_REQUEST if the text is not a condition
   */
  Predicate<JsonObject> compile(ItemCondition condition);
}
