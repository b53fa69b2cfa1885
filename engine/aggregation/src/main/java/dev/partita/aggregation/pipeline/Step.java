package dev.partita.aggregation.pipeline;

import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;

/**
 * A stage of a pipeline with its text. Immutable.
 *
 * @param specification what stands behind the name
 */
public record Step(String name, BsonValue specification, Stage stage) {

  /** As it would be written. */
  public BsonDocument text() {
    return BsonDocument.of(name, specification);
  }
}
