package dev.partita.mongo.command;

import dev.partita.aggregation.pipeline.PipelineRun;
import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValidator;
import dev.partita.mongo.cursor.ResultStream;
import dev.partita.mql.MqlCode;
import dev.partita.mql.MqlException;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The results of a pipeline. Used by one thread at a time. */
final class PipelineResults implements ResultStream {

  private final DocumentStream stream;
  private final PipelineRun run;
  private final CollectionReads reads;
  private final Runnable admission;
  private @Nullable BsonDocument held;
  private boolean done;

  /**
   * @param admission throws if the work of a batch cannot be admitted
   */
  PipelineResults(
      DocumentStream stream, PipelineRun run, CollectionReads reads, Runnable admission) {
    this.stream = stream;
    this.run = run;
    this.reads = reads;
    this.admission = admission;
  }

  @Override
  public List<BsonDocument> batch(int documentsMax, int bytesMax, Runnable watch) {
    List<BsonDocument> batch = new ArrayList<>();
    if (documentsMax == 0 || done) {
      return batch;
    }
    admission.run();
    run.watchedBy(watch);
    try {
      long bytes = 0;
      for (BsonDocument next = take(); next != null; next = take()) {
        bytes += next.byteLength();
        if (batch.size() == documentsMax || (bytes > bytesMax && !batch.isEmpty())) {
          held = next;
          return batch;
        }
        batch.add(next);
      }
      done = true;
    } catch (MqlException e) {
      throw new MqlException(
          e.code(), "PlanExecutor error during aggregation :: caused by :: " + e.text());
    }
    return batch;
  }

  private @Nullable BsonDocument take() {
    BsonDocument known = held;
    held = null;
    BsonDocument next = known == null ? stream.next() : known;
    if (next != null && next.byteLength() > BsonValidator.MAX_DOCUMENT_BYTES) {
      throw new MqlException(
          MqlCode.BSON_OBJECT_TOO_LARGE,
          "BSONObj size: "
              + next.byteLength()
              + " is invalid. Size must be between 0 and "
              + BsonValidator.MAX_DOCUMENT_BYTES
              + "(16MB)");
    }
    return next;
  }

  @Override
  public boolean isDone() {
    return done;
  }

  @Override
  public RequestCharge charge() {
    return reads.charge();
  }

  @Override
  public void close() {
    done = true;
    stream.close();
  }
}
