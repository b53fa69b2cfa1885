package dev.partita.collection;

import dev.partita.bson.BsonDocument;
import dev.partita.mql.Collation;
import dev.partita.mql.Variables;
import dev.partita.mql.query.DocumentFilter;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which documents a statement is about. Immutable.
 *
 * @param matches whether a document is one of them
 * @param bounds what follows from it for indexes
 * @param hint the index that is to be used; null for any
 */
public record Selection(
    Predicate<BsonDocument> matches, FilterBounds bounds, @Nullable IndexHint hint) {

  public static final Selection ALL = new Selection(_ -> true, FilterBounds.NONE, null);

  /**
   * The documents that a filter matches.
   *
   * @param collation by which the filter compares strings; null for their bytes
   */
  public static Selection of(
      DocumentFilter filter, @Nullable Collation collation, @Nullable IndexHint hint) {
    return of(filter, Variables.NONE, collation, hint);
  }

  /** The same with variables for the expressions of the filter. */
  public static Selection of(
      DocumentFilter filter,
      Variables variables,
      @Nullable Collation collation,
      @Nullable IndexHint hint) {
    return new Selection(
        document -> filter.matches(document, variables), FilterBounds.of(filter, collation), hint);
  }
}
