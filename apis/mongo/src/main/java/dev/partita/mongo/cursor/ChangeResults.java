package dev.partita.mongo.cursor;

import dev.partita.bson.BsonDocument;

/** Results that never end by themselves: there may be none now and some later. */
public interface ChangeResults extends ResultStream {

  /** So long the next batch may wait for its first result. */
  void awaitFor(long millis);

  /** Where to go on behind what has been given out. */
  BsonDocument resumeToken();
}
