package dev.partita.aggregation.stage;

import dev.partita.aggregation.pipeline.PipelineRun;
import dev.partita.aggregation.pipeline.SortStage;
import dev.partita.aggregation.pipeline.Stage;
import dev.partita.aggregation.pipeline.StageScope;
import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.aggregation.stream.ExternalSort;
import dev.partita.aggregation.stream.Workspace;
import dev.partita.base.bytes.Bytes;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** So many documents by chance, in an order by chance. */
record SampleStage(long size, RandomGenerator random) implements Stage {

  static void parse(BsonValue value, StageScope scope) {
    BsonDocument fields =
        StageScope.document(value, 28_745, "the $sample stage specification must be an object");
    Long size = null;
    for (BsonElement field : fields) {
      if (!field.name().equals("size")) {
        throw new MqlException(28_748, "unrecognized option to $sample: " + field.name());
      }
      if (!field.value().isNumber()) {
        throw new MqlException(28_746, "size argument to $sample must be a number");
      }
      size = (Long) BsonNumbers.truncated(field.value());
      if (size < 0) {
        throw new MqlException(28_747, "size argument to $sample must not be negative");
      }
    }
    if (size == null) {
      throw new MqlException(28_749, "$sample stage must specify a size");
    }
    scope.add(value, new SampleStage(size, scope.random()));
  }

  @Override
  public DocumentStream open(DocumentStream input, PipelineRun run) {
    if (size == 0) {
      input.close();
      return DocumentStream.EMPTY;
    }
    Workspace.Memory memory = run.memory();
    ExternalSort sort = new ExternalSort(memory, size, SortStage.refusal(memory));
    return new DocumentStream() {
      private ExternalSort.@Nullable Results results;

      @Override
      public @Nullable BsonDocument next() {
        ExternalSort.Results sorted = results;
        if (sorted == null) {
          for (BsonDocument each = input.next(); each != null; each = input.next()) {
            byte[] key = new byte[Long.BYTES];
            Bytes.writeLong(key, 0, random.nextLong());
            sort.add(key, each);
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
