package dev.partita.execution.plan;

import dev.partita.index.IndexPath;
import dev.partita.index.Indexes;
import dev.partita.index.TermRange;
import dev.partita.query.compile.Aggregates;
import dev.partita.query.function.Aggregate;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.Query;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values in the index that are all a query needs, with how many items have each, because it
 * looks at items through one path only. Immutable.
 *
 * @param ranges where those values are which the filter may let through
 * @param mayMissOthers whether items without a value, which the index does not have, may matter
 */
public record Covering(IndexPath path, List<TermRange> ranges, boolean mayMissOthers) {

  public Covering {
    ranges = List.copyOf(ranges);
  }

  /**
   * The only path through which a query looks at items; empty if there is no such path or it is not
   * indexed.
   */
  public static Optional<Covering> of(
      PreparedQuery query, SqlPredicate filter, IndexCondition condition, Indexes indexes) {
    return Paths.only(query, filter)
        .filter(indexes::isIndexed)
        .map(
            path ->
                condition instanceof IndexCondition.Lookup(IndexPath asked, var ranges, _)
                        && asked.equals(path)
                    ? new Covering(path, ranges, false)
                    : new Covering(path, List.of(TermRange.ALL), true));
  }

  /** Looks through a query for paths. */
  private static final class Paths {

    /** Whose results do not depend on the order of rows. */
    private static final Set<Aggregate> UNORDERED =
        EnumSet.of(Aggregate.COUNT, Aggregate.COUNTIF, Aggregate.MAX, Aggregate.MIN);

    private final SqlPredicate filter;
    private @Nullable IndexPath only;
    private boolean fails;

    private Paths(SqlPredicate filter) {
      this.filter = filter;
    }

    static Optional<IndexPath> only(PreparedQuery query, SqlPredicate filter) {
      if (query.shape().itemName() == null
          || !query.shape().isRepeatable()
          || query.query().orderBy() != null) {
        return Optional.empty();
      }
      Paths found = new Paths(filter);
      Query text = query.query();
      text.expressions().forEach(found::visit);
      boolean selectsItems = query.shape().givesItems();
      return found.fails || selectsItems ? Optional.empty() : Optional.ofNullable(found.only);
    }

    private void visit(Expression expression) {
      Optional<IndexPath> path = filter.path(expression);
      if (path.isPresent()) {
        fails |= path.get().hasElements() || path.get().steps().isEmpty();
        fails |= only != null && !path.get().equals(only);
        only = path.get();
        return;
      }
      switch (expression) {
        case Expression.Subquery _, Expression.Reference _ -> fails = true;
        case Expression.Call call when Aggregates.isCall(call) ->
            fails |= !UNORDERED.contains(Aggregate.named(call.name()).orElseThrow());
        default -> {}
      }
      expression.children().forEach(this::visit);
    }
  }
}
