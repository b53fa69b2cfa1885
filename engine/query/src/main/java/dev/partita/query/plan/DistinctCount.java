package dev.partita.query.plan;

import dev.partita.query.function.Aggregate;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.From;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.Select;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Plan of queries that count the results of a query with DISTINCT. Partitions may have results in
 * common, so they run the inner query and the client counts.
 */
final class DistinctCount {

  private DistinctCount() {}

  static Optional<QueryInfo> plan(Query query, WindowCounts window) {
    Query inner = inner(query);
    if (inner == null) {
      return Optional.empty();
    }
    boolean value = query.select().selection() instanceof Select.Value;
    String alias =
        query.select().selection() instanceof Select.Columns columns
            ? columns.names().getFirst()
            : "";
    return Optional.of(
        QueryInfo.builder()
            .distinctType(DistinctType.UNORDERED)
            .window(window)
            .hasSelectValue(value)
            .distinctCountAlias(alias)
            .rewritten(inner)
            .build());
  }

  private static @Nullable Query inner(Query query) {
    List<Expression> selected = query.select().selection().expressions().toList();
    boolean counts =
        selected.size() == 1
            && selected.getFirst() instanceof Expression.Call(String name, var arguments, _)
            && Aggregate.named(name).equals(Optional.of(Aggregate.COUNT))
            && arguments.getFirst() instanceof Expression.Literal(var counted, _)
            && !counted.isUndefined();
    boolean plain =
        !query.select().distinct()
            && query.where() == null
            && query.groupBy().isEmpty()
            && query.orderBy() == null;
    From from = query.from();
    return counts
            && plain
            && from != null
            && from.sources().size() == 1
            && from.sources().getFirst() instanceof From.Whole whole
            && whole.collection() instanceof From.Derived(Query inner, _)
            && inner.select().distinct()
            && inner.groupBy().isEmpty()
        ? inner
        : null;
  }
}
