package dev.partita.collection;

import dev.partita.bson.BsonDocument;

/** What a client says of the index to be used. Immutable. */
public sealed interface IndexHint {

  /** None: all documents are looked at. */
  record Natural() implements IndexHint {}

  /** The one of a name. */
  record Named(String name) implements IndexHint {}

  /** The one of these paths. */
  record Pattern(BsonDocument pattern) implements IndexHint {}
}
