package dev.partita.mongo.command;

import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.base.time.Clock;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.mongo.cursor.ChangeResults;
import dev.partita.mongo.error.MongoError;
import dev.partita.mql.MqlException;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The events of a change stream, as its pipeline shows them. Used by one thread at a time. */
final class ChangeStreamResults implements ChangeResults {

  private static final long AWAIT_MILLIS_MAX = 60_000;
  private static final long PAUSE_MILLIS_MIN = 5;
  private static final long PAUSE_MILLIS_MAX = 100;

  private final ChangeStream source;
  private final DocumentStream stream;
  private final Clock clock;
  private long awaitMillis;
  private boolean closed;

  /**
   * @param stream what the pipeline makes of the source
   */
  ChangeStreamResults(ChangeStream source, DocumentStream stream, Clock clock) {
    this.source = source;
    this.stream = stream;
    this.clock = clock;
  }

  @Override
  public void awaitFor(long millis) {
    awaitMillis = Math.min(millis, AWAIT_MILLIS_MAX);
  }

  /** Waits for a first event as long as it may, whatever the time of the command is. */
  @Override
  public List<BsonDocument> batch(int documentsMax, int bytesMax, Runnable watch) {
    List<BsonDocument> batch = new ArrayList<>();
    long end = clock.nanos() + TimeUnit.MILLISECONDS.toNanos(awaitMillis);
    long pause = PAUSE_MILLIS_MIN;
    while (documentsMax > 0) {
      fill(batch, documentsMax, bytesMax);
      if (!batch.isEmpty() || isDone() || clock.nanos() - end >= 0) {
        break;
      }
      clock.sleep(pause);
      pause = Math.min(PAUSE_MILLIS_MAX, pause * 2);
    }
    return batch;
  }

  private void fill(List<BsonDocument> batch, int documentsMax, int bytesMax) {
    long bytes = 0;
    while (batch.size() < documentsMax && bytes < bytesMax) {
      BsonDocument event = next();
      if (event == null) {
        return;
      }
      BsonValue id = event.get("_id");
      if (id == null || !id.equals(source.token().toValue())) {
        throw MongoError.CHANGE_STREAM_FATAL_ERROR.failure(
            "Executor error during getMore :: caused by :: Encountered an event whose _id field,"
                + " which contains the resume token, was modified by the pipeline. Modifying the"
                + " _id field of an event makes it impossible to resume the stream from that"
                + " point. Only transformations that retain the unmodified _id field are"
                + " allowed.");
      }
      bytes += event.byteLength();
      batch.add(event);
    }
  }

  private @Nullable BsonDocument next() {
    try {
      return stream.next();
    } catch (MqlException e) {
      throw new MqlException(e.code(), "Executor error during getMore :: caused by :: " + e.text());
    }
  }

  @Override
  public boolean isDone() {
    return closed || source.isEnded();
  }

  @Override
  public BsonDocument resumeToken() {
    return source.token();
  }

  @Override
  public RequestCharge charge() {
    return source.charge();
  }

  @Override
  public void close() {
    closed = true;
    stream.close();
  }
}
