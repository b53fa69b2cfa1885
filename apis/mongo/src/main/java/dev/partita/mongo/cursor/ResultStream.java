package dev.partita.mongo.cursor;

import dev.partita.bson.BsonDocument;
import dev.partita.throughput.RequestCharge;
import java.util.List;

/** Results that come batch by batch. Used by one thread at a time; closed in any case. */
public interface ResultStream extends AutoCloseable {

  /**
   * The next results; none only if there are none left, or none were asked for.
   *
   * @param watch throws to give up
   */
  List<BsonDocument> batch(int documentsMax, int bytesMax, Runnable watch);

  boolean isDone();

  /** What it has cost so far. */
  RequestCharge charge();

  @Override
  void close();
}
