package dev.partita.execution.condition;

import dev.partita.base.time.Clock;
import dev.partita.document.ConditionCompiler;
import dev.partita.document.ItemCondition;
import dev.partita.json.JsonObject;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.compile.Parameters;
import dev.partita.query.evaluate.Execution;
import dev.partita.query.evaluate.ExecutionLimits;
import dev.partita.query.evaluate.UserFunctions;
import dev.partita.query.reference.ReferenceQuery;
import java.util.List;
import java.util.function.Predicate;

/**
 * Conditions in SQL: a query from its FROM on, which an item meets if the query finds anything in
 * it. Safe for use by any number of threads.
 */
public final class SqlConditions implements ConditionCompiler {

  private static final int MILLIS_MAX = 500;

  /** How many values the evaluation of a condition keeps. */
  private static final int KEPT_MAX = 1_000_000;

  private final Clock clock;

  public SqlConditions(Clock clock) {
    this.clock = clock;
  }

  @Override
  public Predicate<JsonObject> compile(ItemCondition condition) {
    ReferenceQuery query =
        ReferenceQuery.compile(
            "SELECT VALUE true " + condition.text(),
            new Parameters(condition.parameters()),
            ContainerTraits.DEFAULT);
    return document -> {
      ExecutionLimits watch = ExecutionLimits.limited(clock, MILLIS_MAX, KEPT_MAX);
      return query
          .execute(List.of(document), Execution.start(clock, UserFunctions.NONE, watch))
          .hasNext();
    };
  }
}
