package dev.partita.mongo.command;

import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonPath;
import dev.partita.bson.BsonValue;
import dev.partita.collection.BsonCollection;
import dev.partita.collection.CollectionChange;
import dev.partita.collection.FindExecution;
import dev.partita.collection.FindRequest;
import dev.partita.collection.Selection;
import dev.partita.mongo.error.MongoError;
import dev.partita.mql.MqlContext;
import dev.partita.mql.query.DocumentFilter;
import dev.partita.mql.update.UpdateDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Changes as clients see them. Immutable. */
record ChangeEvents(ChangeOptions options) {

  /** The event of a change; its token is what it begins with. */
  BsonDocument event(
      BsonDocument token,
      String database,
      String name,
      BsonCollection collection,
      CollectionChange change) {
    String type = type(change);
    BsonBuilder event = head(token, type, change.timeMillis(), change.lsn());
    BsonDocument key = documentKey(collection, change);
    fullDocument(type, collection, change, key, event);
    event.startDocument("ns").put("db", database).put("coll", name).end();
    event.put("documentKey", key);
    BsonDocument before = change.previous();
    BsonDocument after = change.current();
    if (type.equals("update") && before != null && after != null) {
      event.put("updateDescription", UpdateDescription.between(before, after).toDocument());
    }
    if (!options.before().equals("off") && !type.equals("insert")) {
      requireImage(before, "pre-image for all update, delete and replace events", "pre-image");
      event.put("fullDocumentBeforeChange", before == null ? BsonValue.NULL : before.toValue());
    }
    return event.build();
  }

  /** An update is told as one only where both states are known. */
  private static String type(CollectionChange change) {
    return switch (change.kind()) {
      case INSERT -> "insert";
      case DELETE -> "delete";
      case CHANGE -> change.whole() || change.previous() == null ? "replace" : "update";
    };
  }

  private static BsonBuilder head(BsonDocument token, String type, long millis, long lsn) {
    return BsonDocument.builder()
        .put("_id", token)
        .put("operationType", type)
        .put("clusterTime", BsonValue.timestamp((int) (millis / 1_000), (int) lsn))
        .put("wallTime", BsonValue.date(millis));
  }

  private static BsonDocument documentKey(BsonCollection collection, CollectionChange change) {
    BsonBuilder key = BsonDocument.builder();
    String shardKey = collection.settings().shardKey();
    BsonDocument known = change.current() == null ? change.previous() : change.current();
    if (shardKey != null && known != null && !shardKey.equals("_id")) {
      BsonValue value = BsonPath.of(shardKey).resolve(known);
      if (value != null) {
        key.put(shardKey, value);
      }
    }
    return key.put("_id", change.id()).build();
  }

  private void fullDocument(
      String type,
      BsonCollection collection,
      CollectionChange change,
      BsonDocument key,
      BsonBuilder event) {
    BsonDocument written = change.current();
    switch (type) {
      case "insert", "replace" -> {
        if (written != null) {
          event.put("fullDocument", written);
        }
      }
      case "update" -> {
        switch (options.fullDocument()) {
          case "updateLookup" -> {
            BsonDocument now = lookUp(collection, key);
            event.put("fullDocument", now == null ? BsonValue.NULL : now.toValue());
          }
          case "whenAvailable", "required" -> {
            requireImage(written, "post-image for all update events", "post-image");
            event.put("fullDocument", written == null ? BsonValue.NULL : written.toValue());
          }
          default -> {}
        }
      }
      default -> {}
    }
  }

  private void requireImage(@Nullable BsonDocument image, String which, String what) {
    boolean required =
        what.equals("pre-image")
            ? options.before().equals("required")
            : options.fullDocument().equals("required");
    if (required && image == null) {
      throw MongoError.NO_MATCHING_DOCUMENT.failure(
          "Change stream was configured to require a "
              + which
              + ", but the "
              + what
              + " was not found for event");
    }
  }

  private static @Nullable BsonDocument lookUp(BsonCollection collection, BsonDocument key) {
    DocumentFilter filter = DocumentFilter.parse(key, MqlContext.SIMPLE);
    FindRequest request = FindRequest.of(Selection.of(filter, null, null)).asPart();
    try (FindExecution find = collection.find(request)) {
      List<BsonDocument> found = find.batch(1, 1, () -> {});
      return found.isEmpty() ? null : found.getFirst();
    }
  }

  /** The event of a collection or a database that is gone. */
  static BsonDocument dropped(
      BsonDocument token, String type, String database, @Nullable String name, long millis) {
    BsonBuilder event = head(token, type, millis, 0).startDocument("ns").put("db", database);
    if (name != null) {
      event.put("coll", name);
    }
    return event.end().build();
  }

  /** The last event of a stream. */
  static BsonDocument invalidated(BsonDocument token, long millis) {
    return head(token, "invalidate", millis, 0).build();
  }
}
