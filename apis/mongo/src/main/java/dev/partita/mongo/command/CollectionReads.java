package dev.partita.mongo.command;

import dev.partita.aggregation.pipeline.CollectionRead;
import dev.partita.aggregation.pipeline.CollectionSource;
import dev.partita.aggregation.pipeline.PipelineRun;
import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.bson.BsonDocument;
import dev.partita.collection.BsonCollection;
import dev.partita.collection.FindExecution;
import dev.partita.collection.FindRequest;
import dev.partita.collection.IndexHint;
import dev.partita.collection.Selection;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The collections that a pipeline reads, and what that costs. The pipeline is admitted as a whole,
 * so none of its reads is refused half-way. Used by one thread at a time.
 */
final class CollectionReads implements CollectionSource {

  private static final int DOCUMENTS_PER_BATCH = 1_000;
  private static final int BYTES_PER_BATCH = 1 << 20;

  private final Namespaces namespaces;
  private final String database;
  private final boolean mayUseFiles;
  private @Nullable IndexHint hint;
  private RequestCharge charge = RequestCharge.ZERO;

  /**
   * @param hint the index for the first read; null for any
   */
  CollectionReads(
      Namespaces namespaces, String database, boolean mayUseFiles, @Nullable IndexHint hint) {
    this.namespaces = namespaces;
    this.database = database;
    this.mayUseFiles = mayUseFiles;
    this.hint = hint;
  }

  RequestCharge charge() {
    return charge;
  }

  /** What is asked of a collection; the hint is for the first one only. */
  FindRequest request(CollectionRead read, PipelineRun run) {
    Selection selection = Selection.of(read.filter(), run.variables(), read.collation(), hint);
    hint = null;
    return new FindRequest(
        selection,
        read.order(),
        read.skip(),
        read.limit(),
        UnaryOperator.identity(),
        mayUseFiles,
        true);
  }

  @Override
  public DocumentStream read(CollectionRead read, PipelineRun run) {
    Optional<BsonCollection> collection = namespaces.find(database, read.collection());
    return collection.isEmpty()
        ? DocumentStream.EMPTY
        : new Found(collection.get().find(request(read, run)), run);
  }

  private final class Found implements DocumentStream {

    private final FindExecution execution;
    private final PipelineRun run;
    private Queue<BsonDocument> batch = new ArrayDeque<>();
    private int size = 16;

    Found(FindExecution execution, PipelineRun run) {
      this.execution = execution;
      this.run = run;
    }

    @Override
    public @Nullable BsonDocument next() {
      while (batch.isEmpty() && !execution.isDone()) {
        RequestCharge before = execution.charge();
        try {
          batch = new ArrayDeque<>(execution.batch(size, BYTES_PER_BATCH, run::watch));
        } finally {
          charge =
              charge.plus(new RequestCharge(execution.charge().hundredths() - before.hundredths()));
        }
        // The first documents come soon, and reading many is cheaper.
        size = Math.min(DOCUMENTS_PER_BATCH, size * 4);
      }
      return batch.poll();
    }

    @Override
    public void close() {
      execution.close();
    }
  }
}
