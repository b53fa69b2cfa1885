package dev.partita.aggregation.pipeline;

import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.aggregation.stream.ExternalSort;
import dev.partita.aggregation.stream.Workspace;
import dev.partita.bson.BsonDocument;
import dev.partita.mql.sort.SortPattern;
import org.jspecify.annotations.Nullable;

/**
 * All documents in an order.
 *
 * @param wanted how many of them are asked for; 0 for all
 */
public record SortStage(SortPattern order, long wanted) implements Stage {

  /** The failure of a sort that memory does not suffice for. */
  public static String refusal(Workspace.Memory memory) {
    return "Sort exceeded memory limit of "
        + memory.bytesMax()
        + " bytes, but did not opt in to external sorting.";
  }

  @Override
  public DocumentStream open(DocumentStream input, PipelineRun run) {
    Workspace.Memory memory = run.memory();
    ExternalSort sort = new ExternalSort(memory, wanted, refusal(memory));
    return new DocumentStream() {
      private ExternalSort.@Nullable Results results;

      @Override
      public @Nullable BsonDocument next() {
        ExternalSort.Results sorted = results;
        if (sorted == null) {
          for (BsonDocument each = input.next(); each != null; each = input.next()) {
            sort.add(order.key(each), each);
          }
          sorted = sort.results();
          results = sorted;
        }
        ExternalSort.Sorted next = sorted.next();
        return next == null ? null : next.document();
      }

      @Override
      public void close() {
        sort.close();
        input.close();
      }
    };
  }
}
