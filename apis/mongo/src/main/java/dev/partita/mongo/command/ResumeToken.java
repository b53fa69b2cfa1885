package dev.partita.mongo.command;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonValue;
import dev.partita.collection.FeedPosition;
import dev.partita.mongo.error.CommandFailure;
import dev.partita.mongo.error.MongoError;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Where a change stream stands: up to where the changes of each of its collections have been given
 * out. Immutable.
 *
 * @param places by the number of the collection's container
 * @param invalidated whether the stream has ended there
 */
record ResumeToken(Map<Integer, Place> places, boolean invalidated) {

  private static final String DATA = "_data";
  private static final int FORMAT = 1;

  /** What is known of one collection. */
  record Place(String namespace, FeedPosition position) {}

  ResumeToken {
    places = Map.copyOf(places);
  }

  /** As clients see it: {@code {_data: "hexadecimal digits"}}. */
  BsonDocument toDocument() {
    BsonBuilder token = BsonDocument.builder().put("v", FORMAT);
    if (invalidated) {
      token.put("i", true);
    }
    token.startArray("c");
    places.forEach(
        (number, place) ->
            token
                .startDocument()
                .put("n", number)
                .put("s", place.namespace())
                .put("p", BsonValue.binary(0, place.position().toBytes()))
                .end());
    return BsonDocument.of(DATA, BsonValue.string(Bytes.hex(token.end().build().toBytes())));
  }

  /**
   * @throws CommandFailure if it is none that a stream has given out
   */
  static ResumeToken of(BsonDocument token) {
    BsonValue data = token.get(DATA);
    if (data == null || !data.isString()) {
      throw MongoError.FAILED_TO_PARSE.failure("resume token has no string in its field '_data'");
    }
    byte[] bytes;
    try {
      bytes = Bytes.fromHex(data.asString());
    } catch (IllegalArgumentException _) {
      throw MongoError.FAILED_TO_PARSE.failure("resume token string was not a valid hex string");
    }
    try {
      return read(BsonDocument.read(bytes));
    } catch (DatabaseException | IllegalStateException | NullPointerException _) {
      throw MongoError.INVALID_RESUME_TOKEN.failure(
          "The resume token is none that this server has given out.");
    }
  }

  private static ResumeToken read(BsonDocument fields) {
    if (Objects.requireNonNull(fields.get("v")).asInt32() != FORMAT) {
      throw new IllegalStateException("An unknown form of tokens.");
    }
    Map<Integer, Place> places = new LinkedHashMap<>();
    for (BsonElement each : Objects.requireNonNull(fields.get("c")).asArray().asDocument()) {
      BsonDocument place = each.value().asDocument();
      places.put(
          Objects.requireNonNull(place.get("n")).asInt32(),
          new Place(
              Objects.requireNonNull(place.get("s")).asString(),
              FeedPosition.fromBytes(Objects.requireNonNull(place.get("p")).asBinary())));
    }
    return new ResumeToken(places, fields.has("i"));
  }
}
