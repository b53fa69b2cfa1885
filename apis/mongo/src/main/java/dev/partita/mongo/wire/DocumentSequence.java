package dev.partita.mongo.wire;

import dev.partita.bson.BsonDocument;
import java.util.List;

/** An array field of a command that is sent beside its body. */
public record DocumentSequence(String field, List<BsonDocument> documents) {

  public DocumentSequence {
    documents = List.copyOf(documents);
  }
}
