package dev.partita.query.syntax;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A query as it was written. Immutable, and equal to any that means the same word for word. */
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

  /** The expressions of this query, without those of the queries within it. */
  public Stream<Expression> expressions() {
    Stream<Expression> ordered =
        orderBy == null ? Stream.empty() : orderBy.items().stream().map(OrderBy.Item::expression);
    Stream<Expression> filter = where == null ? Stream.empty() : Stream.of(where);
    return Stream.of(select.selection().expressions(), filter, groupBy.stream(), ordered)
        .flatMap(expressions -> expressions);
  }

  /** The queries that FROM reads instead of the container. */
  public Stream<Query> derived() {
    Stream<From.Source> sources = from == null ? Stream.empty() : from.sources().stream();
    return sources
        .map(From.Source::collection)
        .filter(From.Derived.class::isInstance)
        .map(collection -> ((From.Derived) collection).query());
  }
}
