package dev.partita.mql.update;

import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonValue;
import dev.partita.mql.ErrorText;
import dev.partita.mql.MqlCode;
import dev.partita.mql.MqlException;

/** An update by a whole document. The id stays, and stands first. */
record Replacement(BsonDocument replacement) {

  private static final String ID = "_id";

  static Replacement parse(BsonDocument document) {
    for (BsonElement element : document) {
      if (element.name().startsWith("$")) {
        throw dollarField(element.name());
      }
    }
    return new Replacement(document);
  }

  static MqlException dollarField(String name) {
    return new MqlException(
        MqlCode.DOLLAR_PREFIXED_FIELD_NAME,
        "The dollar ($) prefixed field '"
            + name
            + "' in '"
            + name
            + "' is not allowed in the context of an update's replacement document. Consider using"
            + " an aggregation pipeline with $replaceWith.");
  }

  UpdateResult apply(BsonDocument before) {
    BsonDocument after = withId(before, replacement);
    return new UpdateResult(after, true, DocumentDifference.between(before, after));
  }

  /** The fields of a document behind the id of another one. */
  static BsonDocument withId(BsonDocument before, BsonDocument after) {
    BsonValue id = before.get(ID);
    BsonValue newId = after.get(ID);
    if (id != null && newId != null && !BsonOrder.SIMPLE.equal(id, newId)) {
      throw new MqlException(
          MqlCode.IMMUTABLE_FIELD,
          "After applying the update, the (immutable) field '_id' was found to have been altered to"
              + " _id: "
              + ErrorText.of(newId));
    }
    BsonBuilder whole = new BsonBuilder(after.byteLength() + 32);
    BsonValue kept = id != null ? id : newId;
    if (kept != null) {
      whole.put(ID, kept);
    }
    for (BsonElement element : after) {
      if (!element.name().equals(ID)) {
        whole.put(element.name(), element.value());
      }
    }
    return whole.build();
  }
}
