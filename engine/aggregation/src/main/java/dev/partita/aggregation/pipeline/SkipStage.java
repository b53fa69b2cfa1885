package dev.partita.aggregation.pipeline;

import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** All documents but the first so many. */
public record SkipStage(long count) implements Stage {

  @Override
  public DocumentStream open(DocumentStream input, PipelineRun run) {
    return new DocumentStream() {
      private long left = count;

      @Override
      public @Nullable BsonDocument next() {
        for (; left > 0; left--) {
          if (input.next() == null) {
            return null;
          }
        }
        return input.next();
      }

      @Override
      public void close() {
        input.close();
      }
    };
  }
}
