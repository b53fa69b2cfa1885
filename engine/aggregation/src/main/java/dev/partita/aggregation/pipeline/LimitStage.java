package dev.partita.aggregation.pipeline;

import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** The first so many documents. */
public record LimitStage(long count) implements Stage {

  @Override
  public DocumentStream open(DocumentStream input, PipelineRun run) {
    return new DocumentStream() {
      private long left = count;

      @Override
      public @Nullable BsonDocument next() {
        if (left == 0) {
          return null;
        }
        BsonDocument document = input.next();
        left--;
        return document;
      }

      @Override
      public void close() {
        input.close();
      }
    };
  }
}
