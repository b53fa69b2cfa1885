package dev.partita.query.compile;

import dev.partita.query.function.Aggregate;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.Query;

/** Where aggregates stand. A query within another has its own. */
public final class Aggregates {

  private Aggregates() {}

  /** Whether a query makes one result of many rows without saying GROUP BY. */
  public static boolean areIn(Query query) {
    return query.select().selection().expressions().anyMatch(Aggregates::areIn);
  }

  public static boolean areIn(Expression expression) {
    return isCall(expression) || expression.children().anyMatch(Aggregates::areIn);
  }

  public static boolean isCall(Expression expression) {
    return expression instanceof Expression.Call call && Aggregate.named(call.name()).isPresent();
  }
}
