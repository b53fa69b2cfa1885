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

  /** Whether the document is given as a whole, and nothing of the one before stays but its id. */
  default boolean isWhole() {
    return false;
  }

  /** The same change, of documents that are given as a whole. */
  default DocumentChange asWhole() {
    DocumentChange change = this;
    return new DocumentChange() {
      @Override
      public BsonDocument apply(BsonDocument document) {
        return change.apply(document);
      }

      @Override
      public boolean isWhole() {
        return true;
      }
    };
  }
}
