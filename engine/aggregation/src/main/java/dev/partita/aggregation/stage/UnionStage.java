package dev.partita.aggregation.stage;

import dev.partita.aggregation.pipeline.Pipeline;
import dev.partita.aggregation.pipeline.PipelineRun;
import dev.partita.aggregation.pipeline.Place;
import dev.partita.aggregation.pipeline.Stage;
import dev.partita.aggregation.pipeline.StageDefinition;
import dev.partita.aggregation.pipeline.StageScope;
import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All documents, and then those of another pipeline. */
record UnionStage(String collection, Pipeline pipeline) implements Stage {

  static final StageDefinition DEFINITION = StageDefinition.of("$unionWith", UnionStage::parse);

  private static void parse(BsonValue value, StageScope scope) {
    if (!value.isDocument() && !value.isString()) {
      throw MqlException.failedToParse(
          "the $unionWith stage specification must be an object or string, but found "
              + value.type().alias());
    }
    StageOptions options =
        new StageOptions(
            "$unionWith", value.isString() ? BsonDocument.of("coll", value) : value.asDocument());
    String collection = options.text("coll");
    BsonValue given = options.value("pipeline");
    options.finish();
    BsonArray stages = given == null ? BsonArray.EMPTY : StageOptions.pipeline(given);
    Pipeline pipeline = scope.pipeline(stages, Place.UNION, Set.of());
    if (collection == null && pipeline.reads()) {
      throw MqlException.failedToParse(
          "$unionWith stage without explicit collection must have a pipeline with $documents as"
              + " first stage");
    }
    scope.add(value, new UnionStage(collection == null ? "" : collection, pipeline));
  }

  @Override
  public DocumentStream open(DocumentStream input, PipelineRun run) {
    return new DocumentStream() {
      private boolean first = true;
      private @Nullable DocumentStream second;

      @Override
      public @Nullable BsonDocument next() {
        if (first) {
          BsonDocument document = input.next();
          if (document != null) {
            return document;
          }
          first = false;
        }
        DocumentStream other = second;
        if (other == null) {
          other = pipeline.open(collection, run);
          second = other;
        }
        return other.next();
      }

      @Override
      public void close() {
        input.close();
        if (second != null) {
          second.close();
        }
      }
    };
  }
}
