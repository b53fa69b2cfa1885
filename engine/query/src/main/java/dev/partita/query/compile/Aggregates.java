package dev.partita.query.compile;

import dev.partita.query.function.Aggregate;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.Query;

/** Occurrences of aggregates in a query, not counting those of its subqueries. Pure functions. */
public final class Aggregates {

  private Aggregates() {}

  /** Whether a query aggregates rows without GROUP BY. */
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
