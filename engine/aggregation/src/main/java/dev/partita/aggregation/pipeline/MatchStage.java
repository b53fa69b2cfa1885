package dev.partita.aggregation.pipeline;

import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.bson.BsonDocument;
import dev.partita.mql.query.DocumentFilter;
import org.jspecify.annotations.Nullable;

/** The documents that a filter matches. */
public record MatchStage(DocumentFilter filter) implements Stage {

  @Override
  public DocumentStream open(DocumentStream input, PipelineRun run) {
    return new DocumentStream() {
      @Override
      public @Nullable BsonDocument next() {
        while (true) {
          BsonDocument document = input.next();
          if (document == null || filter.matches(document, run.variables())) {
            return document;
          }
        }
      }

      @Override
      public void close() {
        input.close();
      }
    };
  }
}
