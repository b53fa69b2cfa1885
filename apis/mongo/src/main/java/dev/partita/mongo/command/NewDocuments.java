package dev.partita.mongo.command;

import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonCursor;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValidator;
import dev.partita.bson.BsonValue;
import dev.partita.bson.ObjectIds;
import dev.partita.mongo.error.MongoError;

/** Documents as they are stored: with an {@code _id} in front. Safe for use by several threads. */
final class NewDocuments {

  private final ObjectIds ids;

  NewDocuments(ObjectIds ids) {
    this.ids = ids;
  }

  /** An id for a document without one. */
  BsonValue newId() {
    return ids.next();
  }

  /**
   * The document to be stored, which is the one given if nothing is to be changed.
   *
   * @throws dev.partita.mongo.error.CommandFailure if it is too large, or has an id that none can
   *     have
   */
  BsonDocument of(BsonDocument document) {
    BsonValue id = document.get("_id");
    if (id != null) {
      requireId(id);
    }
    boolean first = id != null && document.first().name().equals("_id");
    BsonDocument complete = first ? document : withId(document, id == null ? newId() : id);
    if (complete.byteLength() > BsonValidator.MAX_DOCUMENT_BYTES) {
      throw MongoError.OBJECT_TOO_LARGE.failure(
          "object to insert too large. size in bytes: "
              + complete.byteLength()
              + ", max size: "
              + BsonValidator.MAX_DOCUMENT_BYTES);
    }
    return complete;
  }

  private static BsonDocument withId(BsonDocument document, BsonValue id) {
    BsonBuilder complete = new BsonBuilder(document.byteLength() + 32).put("_id", id);
    BsonCursor fields = document.cursor();
    boolean moved = false;
    while (fields.next()) {
      if (!moved && fields.name().equals("_id")) {
        moved = true;
      } else {
        complete.put(fields);
      }
    }
    return complete.build();
  }

  private static void requireId(BsonValue id) {
    if (id.isArray() || id.type() == BsonType.REGEX || id.type() == BsonType.UNDEFINED) {
      throw MongoError.INVALID_ID_FIELD.failure(
          "The '_id' value cannot be of type " + id.type().alias());
    }
  }
}
