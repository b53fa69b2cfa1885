package dev.partita.aggregation.pipeline;

import dev.partita.mql.Collation;
import dev.partita.mql.query.DocumentFilter;
import dev.partita.mql.sort.SortPattern;
import org.jspecify.annotations.Nullable;

/**
 * What is read of a collection. Immutable.
 *
 * @param collation by which the filter compares strings; null for their bytes
 * @param order null for any
 * @param limit 0 for none
 */
public record CollectionRead(
    String collection,
    DocumentFilter filter,
    @Nullable Collation collation,
    @Nullable SortPattern order,
    long skip,
    long limit) {

  /** The documents of a collection that a filter matches. */
  public static CollectionRead of(
      String collection, DocumentFilter filter, @Nullable Collation collation) {
    return new CollectionRead(collection, filter, collation, null, 0, 0);
  }
}
