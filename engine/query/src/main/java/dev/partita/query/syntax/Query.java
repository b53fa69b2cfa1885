package dev.partita.query.syntax;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Syntax tree of a query. Immutable, and equal to trees of the same tokens. */
public record Query(
    Select select,
    @Nullable From from,
    @Nullable Expression where,
    List<Expression> groupBy,
    @Nullable OrderBy orderBy,
    @Nullable OffsetLimit offsetLimit,
    Span span) {

  public Query {
    groupBy = List.copyOf(groupBy);
  }

  /** Expressions of this query, without those of subqueries. */
  public Stream<Expression> expressions() {
    Stream<Expression> ordered =
        orderBy == null ? Stream.empty() : orderBy.items().stream().map(OrderBy.Item::expression);
    Stream<Expression> filter = where == null ? Stream.empty() : Stream.of(where);
    return Stream.of(select.selection().expressions(), filter, groupBy.stream(), ordered)
        .flatMap(expressions -> expressions);
  }

  /** Subqueries in FROM. */
  public Stream<Query> derived() {
    Stream<From.Source> sources = from == null ? Stream.empty() : from.sources().stream();
    return sources
        .map(From.Source::collection)
        .filter(From.Derived.class::isInstance)
        .map(collection -> ((From.Derived) collection).query());
  }
}
