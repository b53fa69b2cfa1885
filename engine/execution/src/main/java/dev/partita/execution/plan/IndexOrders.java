package dev.partita.execution.plan;

import dev.partita.base.error.DatabaseException;
import dev.partita.index.CompositeIndex;
import dev.partita.index.IndexPath;
import dev.partita.index.Indexes;
import dev.partita.index.IndexingPolicy;
import dev.partita.index.TermRange;
import dev.partita.query.syntax.OrderBy;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.QueryErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The orders that a container's indexes have, for one query. */
public final class IndexOrders {

  private static final List<IndexPath> ALWAYS_THERE =
      List.of(IndexPath.of("id"), IndexPath.of("_ts"));

  /** Names that the server gives, which no policy can include. */
  private static final List<IndexPath> SORTED_ANYWAY =
      List.of(IndexPath.of("_rid"), IndexPath.of("_self"));

  private final Indexes indexes;
  private final SourcePaths paths;
  private final List<IndexCondition.Lookup> conjuncts;

  public IndexOrders(Indexes indexes, SourcePaths paths, IndexCondition condition) {
    this.indexes = indexes;
    this.paths = paths;
    this.conjuncts = conjuncts(condition);
  }

  /** The lookups that each item in a result meets. */
  static List<IndexCondition.Lookup> conjuncts(IndexCondition condition) {
    return switch (condition) {
      case IndexCondition.Lookup lookup -> List.of(lookup);
      case IndexCondition.And(List<IndexCondition> operands) ->
          operands.stream().flatMap(operand -> conjuncts(operand).stream()).toList();
      case IndexCondition.Unknown _, IndexCondition.Near _, IndexCondition.Or _ -> List.of();
    };
  }

  /** The paths that a condition is about. */
  public static Stream<IndexPath> paths(IndexCondition condition) {
    return switch (condition) {
      case IndexCondition.Unknown _, IndexCondition.Near _ -> Stream.empty();
      case IndexCondition.Lookup lookup -> Stream.of(lookup.path());
      case IndexCondition.And(List<IndexCondition> operands) ->
          operands.stream().flatMap(IndexOrders::paths);
      case IndexCondition.Or(List<IndexCondition> operands) ->
          operands.stream().flatMap(IndexOrders::paths);
    };
  }

  /**
   * Refuses an order that no index of a policy has, as the service does. What is computed for the
   * order is not stored and always sorted.
   *
   * @throws DatabaseException BAD_REQUEST
   */
  public static void require(Query query, SourcePaths paths, IndexingPolicy policy) {
    OrderBy orderBy = query.orderBy();
    List<IndexPath> columns =
        orderBy == null || orderBy.rank() ? List.of() : columns(orderBy, paths);
    if (orderBy == null || columns.isEmpty()) {
      return;
    }
    if (columns.size() == 1) {
      IndexPath path = columns.getFirst();
      if (!policy.includes(path) && !SORTED_ANYWAY.contains(path)) {
        throw QueryErrors.plain(
            "The index path corresponding to the specified order-by item is excluded.");
      }
    } else if (policy.composites().stream()
        .allMatch(index -> direction(index, columns, orderBy.items()) == null)) {
      throw QueryErrors.plain(
              "The order by query does not have a corresponding composite index that it can be"
                  + " served from.")
          .with(
              QueryErrors.ADVICE,
              "Add a composite index to the container's indexing policy: "
                  + wanted(columns, orderBy.items()));
    }
  }

  private static CompositeIndex wanted(List<IndexPath> columns, List<OrderBy.Item> items) {
    List<CompositeIndex.Column> wanted = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      wanted.add(new CompositeIndex.Column(columns.get(i), items.get(i).descending()));
    }
    return new CompositeIndex(wanted);
  }

  /** The paths of an order; none if some column of it is no path of a single value. */
  private static List<IndexPath> columns(OrderBy orderBy, SourcePaths paths) {
    List<IndexPath> columns = new ArrayList<>();
    for (OrderBy.Item item : orderBy.items()) {
      Optional<IndexPath> path = paths.path(item.expression());
      if (path.isEmpty() || path.get().hasElements() || path.get().steps().isEmpty()) {
        return List.of();
      }
      columns.add(path.get());
    }
    return columns;
  }

  /** Whether an index has an order turned around; null if it does not have it at all. */
  private static @Nullable Boolean direction(
      CompositeIndex index, List<IndexPath> columns, List<OrderBy.Item> items) {
    if (!index.columns().stream().map(CompositeIndex.Column::path).toList().equals(columns)) {
      return null;
    }
    boolean same = true;
    boolean turned = true;
    for (int i = 0; i < items.size(); i++) {
      boolean equal = items.get(i).descending() == index.columns().get(i).descending();
      same &= equal;
      turned &= !equal;
    }
    return (same || turned) ? Boolean.valueOf(turned) : null;
  }

  /** An index with the order that a query asks for; null if there is none. */
  public @Nullable IndexOrder find(Query query) {
    OrderBy orderBy = query.orderBy();
    if (orderBy == null || orderBy.rank()) {
      return null;
    }
    List<IndexPath> columns = columns(orderBy, paths);
    if (columns.isEmpty()) {
      return null;
    }
    return columns.size() == 1
        ? single(columns.getFirst(), orderBy.items().getFirst().descending())
        : composite(columns, orderBy.items());
  }

  /** The index of a path from its least value on; null if there is none. */
  public @Nullable IndexOrder ascending(IndexPath path) {
    return single(path, false);
  }

  /**
   * A path by whose values to go where the query leaves the order open, because the filter is about
   * them; null if there is none.
   */
  public @Nullable IndexPath chosenPath() {
    return conjuncts.stream()
        .map(IndexCondition.Lookup::path)
        .filter(path -> !path.hasElements() && indexes.isIndexed(path))
        .findFirst()
        .orElse(null);
  }

  private @Nullable IndexOrder single(IndexPath path, boolean descending) {
    if (!indexes.isIndexed(path)) {
      return null;
    }
    List<TermRange> ranges = ranges(path);
    boolean filtered = !ranges.equals(List.of(TermRange.ALL));
    boolean listsAll = filtered || indexes.listsUndefined(path) || ALWAYS_THERE.contains(path);
    // While the policy changes some items have an entry for no value and others do not: those
    // without a value are then all found in another way.
    List<TermRange> listed = listsAll ? ranges : List.of(TermRange.DEFINED);
    return new IndexOrder(List.of(path), null, descending, listed, listsAll);
  }

  private @Nullable IndexOrder composite(List<IndexPath> columns, List<OrderBy.Item> items) {
    for (CompositeIndex index : indexes.composites()) {
      Boolean turned = direction(index, columns, items);
      if (turned != null) {
        return new IndexOrder(columns, index, turned, ranges(columns.getFirst()), true);
      }
    }
    return null;
  }

  /** The values at a path that can be in a result. */
  private List<TermRange> ranges(IndexPath path) {
    for (IndexCondition.Lookup lookup : conjuncts) {
      if (lookup.path().equals(path)) {
        return TermRanges.uncut(lookup.ranges());
      }
    }
    return List.of(TermRange.ALL);
  }
}
