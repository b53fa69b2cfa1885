package dev.partita.collection;

import dev.partita.bson.BsonDocument;
import dev.partita.mql.sort.SortPattern;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A read of documents. Immutable.
 *
 * @param order null for any
 * @param limit 0 for none
 * @param projection what is returned of a document
 * @param mayUseFiles whether a sort may go on in files where memory does not suffice
 * @param admitted whether the read is part of one that was admitted already
 */
public record FindRequest(
    Selection selection,
    @Nullable SortPattern order,
    long skip,
    long limit,
    UnaryOperator<BsonDocument> projection,
    boolean mayUseFiles,
    boolean admitted) {

  /** A read that is admitted by itself. */
  public FindRequest(
      Selection selection,
      @Nullable SortPattern order,
      long skip,
      long limit,
      UnaryOperator<BsonDocument> projection) {
    this(selection, order, skip, limit, projection, true, false);
  }

  public static FindRequest of(Selection selection) {
    return new FindRequest(selection, null, 0, 0, UnaryOperator.identity());
  }

  public FindRequest withFiles(boolean allowed) {
    return new FindRequest(selection, order, skip, limit, projection, allowed, admitted);
  }

  /** The same read as a part of one that was admitted already. */
  public FindRequest asPart() {
    return new FindRequest(selection, order, skip, limit, projection, mayUseFiles, true);
  }
}
