package dev.partita.collection;

import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What a statement did. Immutable.
 *
 * @param matched documents that it was about; those that it inserted or deleted included
 * @param modified documents that are not as before
 * @param upserted the id of the document that it inserted since there was none; null if it did not
 * @param document what was asked for of the one document, before or after; null if nothing was
 */
public record WriteEffect(
    long matched, long modified, @Nullable BsonValue upserted, @Nullable BsonDocument document) {

  public static final WriteEffect NONE = new WriteEffect(0, 0, null, null);

  WriteEffect plus(WriteEffect other) {
    return new WriteEffect(
        matched + other.matched,
        modified + other.modified,
        upserted == null ? other.upserted : upserted,
        document == null ? other.document : document);
  }

  BsonDocument toBson() {
    BsonBuilder bson = BsonDocument.builder().put("n", matched).put("m", modified);
    if (upserted != null) {
      bson.put("u", upserted);
    }
    if (document != null) {
      bson.put("d", document);
    }
    return bson.build();
  }

  static WriteEffect of(BsonDocument bson) {
    BsonValue document = bson.get("d");
    return new WriteEffect(
        number(bson, "n"),
        number(bson, "m"),
        bson.get("u"),
        document == null ? null : document.asDocument());
  }

  private static long number(BsonDocument bson, String name) {
    BsonValue value = bson.get(name);
    return value == null ? 0 : value.asInt64();
  }
}
