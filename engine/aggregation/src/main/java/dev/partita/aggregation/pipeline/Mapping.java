package dev.partita.aggregation.pipeline;

import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.bson.BsonDocument;
import dev.partita.mql.Variables;
import org.jspecify.annotations.Nullable;

/** A stage that makes one document of each. Immutable; safe for use by any number of threads. */
public interface Mapping extends Stage {

  BsonDocument apply(BsonDocument document, Variables variables);

  @Override
  default boolean isOneToOne() {
    return true;
  }

  @Override
  default DocumentStream open(DocumentStream input, PipelineRun run) {
    return new DocumentStream() {
      @Override
      public @Nullable BsonDocument next() {
        BsonDocument document = input.next();
        return document == null ? null : apply(document, run.variables());
      }

      @Override
      public void close() {
        input.close();
      }
    };
  }
}
