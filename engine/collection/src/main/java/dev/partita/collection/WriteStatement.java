package dev.partita.collection;

import dev.partita.bson.BsonDocument;
import dev.partita.mql.sort.SortPattern;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A change of the documents that a filter selects. Immutable.
 *
 * @param change null to delete them
 * @param upsert makes the document to be inserted where there is none; null to insert none
 * @param multi whether all of them are meant, or one
 * @param order which one; null for any
 * @param returned which state of the one document is asked for
 * @param id null if it is not sent again
 */
public record WriteStatement(
    Selection selection,
    @Nullable DocumentChange change,
    @Nullable Supplier<BsonDocument> upsert,
    boolean multi,
    @Nullable SortPattern order,
    Returned returned,
    @Nullable StatementId id) {

  /** Which state of a document is asked for. */
  public enum Returned {
    NOTHING,
    BEFORE,
    AFTER
  }

  public static WriteStatement update(
      Selection selection,
      DocumentChange change,
      @Nullable Supplier<BsonDocument> upsert,
      boolean multi,
      @Nullable StatementId id) {
    return new WriteStatement(selection, change, upsert, multi, null, Returned.NOTHING, id);
  }

  public static WriteStatement delete(
      Selection selection, boolean multi, @Nullable StatementId id) {
    return new WriteStatement(selection, null, null, multi, null, Returned.NOTHING, id);
  }
}
