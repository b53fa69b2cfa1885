package dev.partita.query.plan;

import dev.partita.query.function.Aggregate;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.Select;
import dev.partita.query.syntax.SqlPrinter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rewrite of queries with aggregates or groups. Each partition returns partial aggregates of every
 * group that the client can merge: an average as a sum and a count, and a minimum or maximum with
 * the number of values, without which a client could not distinguish an undefined result from no
 * values.
 */
final class GroupRewrite {

  private GroupRewrite() {}

  static void plan(Query query, QueryInfo.Builder info) {
    boolean groups = !query.groupBy().isEmpty();
    info.groupByExpressions(query.groupBy().stream().map(SqlPrinter::print).toList());
    Expression payload =
        switch (query.select().selection()) {
          case Select.Value(Expression value) -> value(value, info);
          case Select.Columns columns -> columns(columns, info);
          case Select.All _ -> throw new IllegalStateException("The query was not checked.");
        };
    Select.Selection selection;
    if (groups) {
      selection =
          new Select.Columns(
              List.of(
                  Parts.column(Parts.items(query.groupBy()), "groupByItems"),
                  Parts.column(payload, "payload")));
    } else if (query.select().selection() instanceof Select.Value) {
      selection = new Select.Value(payload);
    } else {
      selection = new Select.Columns(List.of(Parts.column(payload, "payload")));
    }
    info.rewritten(
        new Query(
            new Select(false, null, selection),
            query.from(),
            query.where(),
            query.groupBy(),
            query.orderBy(),
            null,
            query.span()));
  }

  private static Expression value(Expression value, QueryInfo.Builder info) {
    Optional<Aggregate> aggregate = aggregate(value);
    aggregate.ifPresent(info::aggregate);
    return aggregate.isPresent()
        ? Parts.array(List.of(partial(aggregate.get(), (Expression.Call) value)))
        : value;
  }

  private static Expression columns(Select.Columns columns, QueryInfo.Builder info) {
    List<String> names = columns.names();
    List<QueryInfo.GroupColumn> groupColumns = new ArrayList<>();
    List<Expression.Property> properties = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Expression expression = columns.columns().get(i).expression();
      Optional<Aggregate> aggregate = aggregate(expression);
      groupColumns.add(new QueryInfo.GroupColumn(names.get(i), aggregate.orElse(null)));
      properties.add(
          Parts.property(
              names.get(i),
              aggregate.isPresent()
                  ? partial(aggregate.get(), (Expression.Call) expression)
                  : expression));
    }
    info.groupColumns(groupColumns);
    return Parts.object(properties);
  }

  private static Optional<Aggregate> aggregate(Expression expression) {
    return expression instanceof Expression.Call call
        ? Aggregate.named(call.name())
        : Optional.empty();
  }

  /** Partial aggregate of one partition. */
  private static Expression partial(Aggregate aggregate, Expression.Call call) {
    Expression argument = call.arguments().getFirst();
    Expression count = Parts.call("COUNT", argument);
    return switch (aggregate) {
      case AVG ->
          Parts.object(
              Parts.property(
                  "item",
                  Parts.object(
                      Parts.property("sum", Parts.call("SUM", argument)),
                      Parts.property("count", count))));
      case MIN -> extreme(call, "min", count);
      case MAX -> extreme(call, "max", count);
      case COUNT, COUNTIF, MAKELIST, MAKESET, SUM -> Parts.object(Parts.property("item", call));
    };
  }

  private static Expression extreme(Expression.Call call, String name, Expression count) {
    return Parts.object(
        Parts.property("item", call),
        Parts.property(
            "item2", Parts.object(Parts.property(name, call), Parts.property("count", count))));
  }
}
