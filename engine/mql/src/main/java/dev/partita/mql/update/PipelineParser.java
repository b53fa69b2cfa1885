package dev.partita.mql.update;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonDocument;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;

/**
 * Parser of updates that are pipelines: the interface to the stages of aggregation. Safe for use by
 * any number of threads.
 */
@FunctionalInterface
public interface PipelineParser {

  /** For places that take no pipelines. */
  PipelineParser NONE =
      stages -> {
        throw MqlException.failedToParse("Pipeline-style updates are not allowed in this context");
      };

  /**
   * Parses the stages of an update.
   *
   * @throws MqlException if one of them is unknown, or is not allowed in an update
   */
  Transformation parse(BsonArray stages);

  /** A pipeline that makes one document of another. */
  @FunctionalInterface
  interface Transformation {
    BsonDocument apply(BsonDocument document, Variables variables);
  }
}
