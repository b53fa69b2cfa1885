package dev.partita.aggregation.stream;

import dev.partita.bson.BsonDocument;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Documents one after the other. Used by one thread at a time; closed in any case. */
public interface DocumentStream extends AutoCloseable {

  /** No documents. */
  DocumentStream EMPTY = () -> null;

  /** The next document; null if there is none, then and ever after. */
  @Nullable BsonDocument next();

  @Override
  default void close() {}

  static DocumentStream of(Iterable<BsonDocument> documents) {
    Iterator<BsonDocument> iterator = documents.iterator();
    return () -> iterator.hasNext() ? iterator.next() : null;
  }
}
