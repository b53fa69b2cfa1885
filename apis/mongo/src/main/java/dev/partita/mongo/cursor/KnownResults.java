package dev.partita.mongo.cursor;

import dev.partita.bson.BsonDocument;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.List;

/** Results that are all known already. Not for use by several threads. */
public final class KnownResults implements ResultStream {

  private final List<BsonDocument> documents;
  private final RequestCharge charge;
  private int next;

  public KnownResults(List<BsonDocument> documents, RequestCharge charge) {
    this.documents = documents;
    this.charge = charge;
  }

  @Override
  public List<BsonDocument> batch(int documentsMax, int bytesMax, Runnable watch) {
    List<BsonDocument> batch = new ArrayList<>();
    long bytes = 0;
    while (next < documents.size() && batch.size() < documentsMax) {
      BsonDocument document = documents.get(next);
      bytes += document.byteLength();
      if (bytes > bytesMax && !batch.isEmpty()) {
        break;
      }
      batch.add(document);
      next++;
    }
    return batch;
  }

  @Override
  public boolean isDone() {
    return next == documents.size();
  }

  @Override
  public RequestCharge charge() {
    return charge;
  }

  @Override
  public void close() {
    next = documents.size();
  }
}
