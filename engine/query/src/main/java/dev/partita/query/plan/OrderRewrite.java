package dev.partita.query.plan;

import dev.partita.query.compile.Canonical;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.compile.VectorCalls;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.From;
import dev.partita.query.syntax.OrderBy;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.Select;
import dev.partita.query.syntax.SqlPrinter;
import java.util.ArrayList;
import java.util.List;

/**
 * Rewrite of queries with ORDER BY. Each partition returns its rows in order, together with their
 * sort values, and the client merges them.
 */
final class OrderRewrite {

  private OrderRewrite() {}

  static void plan(
      Query query,
      OrderBy orderBy,
      WindowCounts window,
      ContainerTraits traits,
      QueryInfo.Builder info) {
    boolean nonStreaming =
        orderBy.items().stream().anyMatch(item -> VectorCalls.isDistance(item.expression()));
    List<QueryInfo.SortItem> order =
        orderBy.items().stream().map(item -> sortItem(item, traits)).toList();
    info.window(window).order(order, nonStreaming);
    // Only the client can find duplicates, so a partition cannot apply the limit.
    boolean counted = !query.select().distinct();
    Select.Selection selection = query.select().selection();
    String root = root(query);
    Expression filter = Parts.and(query.where(), Parts.RESUME_FILTER);
    if (selection instanceof Select.Value(Expression value)) {
      filter = Parts.and(filter, Parts.call("IS_DEFINED", value));
    }
    List<Expression> keys = orderBy.items().stream().map(OrderBy.Item::expression).toList();
    List<Select.Column> columns = new ArrayList<>();
    columns.add(Parts.column(Parts.member(root, "_rid"), null));
    columns.add(Parts.column(Parts.items(keys), "orderByItems"));
    columns.add(Parts.column(Parts.payload(selection, root), "payload"));
    info.rewritten(
        new Query(
            new Select(
                false, counted ? Parts.top(window.top()) : null, new Select.Columns(columns)),
            query.from(),
            filter,
            List.of(),
            orderBy,
            counted ? Parts.first(window.end()) : null,
            query.span()));
  }

  /**
   * How the client removes duplicates; equal values are adjacent only if the order is by the result
   * itself.
   */
  static DistinctType distinctType(Query query) {
    if (!query.select().distinct()) {
      return DistinctType.NONE;
    }
    boolean ordered =
        query.select().selection() instanceof Select.Value(Expression value)
            && query.orderBy() != null
            && query.orderBy().items().size() == 1
            && Canonical.of(query.orderBy().items().getFirst().expression())
                .equals(Canonical.of(value));
    return ordered ? DistinctType.ORDERED : DistinctType.UNORDERED;
  }

  /** Alias of the item in a query. */
  static String root(Query query) {
    From from = query.from();
    String name = from == null ? null : from.sources().getFirst().boundName();
    return name == null ? "root" : name;
  }

  private static QueryInfo.SortItem sortItem(OrderBy.Item item, ContainerTraits traits) {
    String text = SqlPrinter.print(item.expression());
    if (item.direction() == null
        && item.expression() instanceof Expression.Call call
        && VectorCalls.isDistance(call)) {
      return new QueryInfo.SortItem(text, VectorCalls.metric(call, traits).largerIsCloser());
    }
    return new QueryInfo.SortItem(text, item.descending());
  }
}
