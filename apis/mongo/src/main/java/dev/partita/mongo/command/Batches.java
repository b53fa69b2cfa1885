package dev.partita.mongo.command;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mongo.cursor.ChangeResults;
import dev.partita.mongo.cursor.ResultStream;
import dev.partita.mongo.cursor.ServerCursor;
import dev.partita.mongo.cursor.ServerCursors;
import dev.partita.throughput.RequestCharge;
import java.util.List;
import java.util.Objects;

/** Results in replies, and cursors for the rest of them. Safe for use by several threads. */
final class Batches {

  /** How many results a first batch has, unless the client says otherwise. */
  static final int FIRST_DOCUMENTS = 101;

  private static final int BATCH_BYTES_MAX = 16 << 20;

  /** So long a client waits for changes that does not say how long. */
  private static final long AWAIT_MILLIS = 1_000;

  private final ServerCursors cursors;

  Batches(ServerCursors cursors) {
    this.cursors = cursors;
  }

  /**
   * What a client wants of results.
   *
   * @param first how many with the first reply
   * @param single whether no more than those
   * @param neverTimesOut whether the rest is kept however long nobody asks for it
   */
  record Wanted(int first, boolean single, boolean neverTimesOut) {

    static Wanted of(long batchSize, boolean single, boolean neverTimesOut) {
      return new Wanted((int) Math.min(batchSize, Integer.MAX_VALUE), single, neverTimesOut);
    }

    /** That of a command that has its batch size in a part called cursor. */
    static Wanted ofCursorPart(Arguments arguments) {
      Arguments part = Arguments.ofPart("cursor", arguments.documentOrEmpty("cursor"));
      long batchSize = part.count("batchSize", FIRST_DOCUMENTS);
      part.finish();
      return of(batchSize, false, false);
    }
  }

  /** Writes the first results, and keeps the rest for later. */
  void begin(
      Invocation invocation,
      String namespace,
      ResultStream results,
      Wanted wanted,
      BsonBuilder reply) {
    List<BsonDocument> batch;
    long id = 0;
    try {
      batch = results.batch(wanted.first(), BATCH_BYTES_MAX, invocation::watch);
      invocation.charge(results.charge());
      if (!results.isDone() && !wanted.single()) {
        ServerCursor cursor =
            cursors.open(namespace, invocation.sessionId(), wanted.neverTimesOut(), results);
        id = cursor.id();
        cursors.giveBack(cursor);
      }
    } catch (RuntimeException e) {
      results.close();
      invocation.charge(results.charge());
      throw e;
    }
    if (id == 0) {
      results.close();
    }
    write(reply, "firstBatch", batch, results, id, namespace);
  }

  void getMore(Invocation invocation, BsonBuilder reply) {
    Arguments arguments = invocation.arguments();
    long id = arguments.number("getMore", 0);
    String namespace = invocation.namespace(arguments.requireText("collection"));
    long batchSize = arguments.count("batchSize", 0);
    arguments.finish();
    ServerCursor cursor = cursors.take(id, namespace);
    boolean done = true;
    try {
      if (cursor.results() instanceof ChangeResults changes) {
        changes.awaitFor(awaitMillis(invocation));
      }
      RequestCharge before = cursor.results().charge();
      List<BsonDocument> batch =
          cursor
              .results()
              .batch(
                  batchSize == 0 ? Integer.MAX_VALUE : (int) Math.min(batchSize, Integer.MAX_VALUE),
                  BATCH_BYTES_MAX,
                  invocation::watch);
      invocation.charge(difference(before, cursor.results().charge()));
      done = cursor.results().isDone();
      write(reply, "nextBatch", batch, cursor.results(), done ? 0 : id, namespace);
    } catch (DatabaseException e) {
      // Nothing was taken from it: the client may ask again.
      done = e.code() != ErrorCode.THROTTLED;
      throw e;
    } finally {
      cursors.giveBack(cursor);
      if (done) {
        cursors.kill(id, namespace);
      }
    }
  }

  private static RequestCharge difference(RequestCharge before, RequestCharge after) {
    return new RequestCharge(after.hundredths() - before.hundredths());
  }

  /** How long a client wants to wait for changes. */
  private static long awaitMillis(Invocation invocation) {
    BsonValue given = invocation.body().get("maxTimeMS");
    return given == null || !given.isNumber() ? AWAIT_MILLIS : BsonNumbers.truncated(given);
  }

  private static void write(
      BsonBuilder reply,
      String name,
      List<BsonDocument> batch,
      ResultStream results,
      long id,
      String namespace) {
    reply.startDocument("cursor").startArray(name);
    batch.forEach(document -> reply.add(document.toValue()));
    reply.end();
    if (results instanceof ChangeResults changes) {
      reply.put("postBatchResumeToken", changes.resumeToken());
    }
    reply.put("id", id).put("ns", namespace).end();
  }

  void killCursors(Invocation invocation, BsonBuilder reply) {
    Arguments arguments = invocation.arguments();
    String namespace = invocation.namespace(invocation.collection());
    BsonArray ids = arguments.array("cursors");
    arguments.finish();
    BsonBuilder killed = BsonDocument.builder().startArray("ids");
    BsonBuilder missing = BsonDocument.builder().startArray("ids");
    if (ids != null) {
      for (BsonValue each : ids) {
        boolean known = each.type() == BsonType.INT64 && cursors.kill(each.asInt64(), namespace);
        (known ? killed : missing).add(each);
      }
    }
    reply
        .put("cursorsKilled", ids(killed))
        .put("cursorsNotFound", ids(missing))
        .put("cursorsAlive", BsonArray.EMPTY)
        .put("cursorsUnknown", BsonArray.EMPTY);
  }

  private static BsonArray ids(BsonBuilder ids) {
    return Objects.requireNonNull(ids.end().build().get("ids")).asArray();
  }
}
