package dev.partita.collection;

import dev.partita.bson.BsonDocument;
import java.util.Comparator;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A read of documents. Immutable.
 *
 * @param order null for any
 * @param limit 0 for none
 * @param projection what is returned of a document
 */
public record FindRequest(
    Selection selection,
    @Nullable Comparator<BsonDocument> order,
    long skip,
    long limit,
    UnaryOperator<BsonDocument> projection) {

  public static FindRequest of(Selection selection) {
    return new FindRequest(selection, null, 0, 0, UnaryOperator.identity());
  }
}
