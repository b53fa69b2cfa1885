package dev.partita.mql.update;

import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.mql.ErrorText;
import org.jspecify.annotations.Nullable;

/** What an update does to one field. Immutable; safe for use by any number of threads. */
interface FieldOperator {

  /**
   * The new value of the field.
   *
   * @param current the value; null if the field is missing
   * @return the new value, the current one for no change, or null to remove the field
   */
  @Nullable BsonValue apply(@Nullable BsonValue current, Target target);

  /** Whether a field that is missing is made. */
  default boolean creates(Target target) {
    return true;
  }

  /** Whether a place that cannot exist, like a field of a number, is passed over. */
  default boolean ignoresImpossiblePath() {
    return false;
  }

  /** Whether an array only grows at its end. */
  default boolean appends() {
    return false;
  }

  /** Where an operator is applied: the path, the document as it was, and the scope. */
  record Target(String path, BsonDocument document, UpdateScope scope) {
    /** The id of the document, for messages. */
    String id() {
      BsonValue id = document.get("_id");
      return id == null ? "{}" : "{_id: " + ErrorText.of(id) + "}";
    }
  }
}
