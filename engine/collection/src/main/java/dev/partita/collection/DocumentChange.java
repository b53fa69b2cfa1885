package dev.partita.collection;

import dev.partita.bson.BsonDocument;

/**
 * What becomes of a document that a statement is about. Evaluated by the partition's writer; must
 * be short and depend on the document alone.
 */
@FunctionalInterface
public interface DocumentChange {

  /** The document as it is to be, with the same {@code _id}; an equal one changes nothing. */
  BsonDocument apply(BsonDocument document);
}
