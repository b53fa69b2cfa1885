package dev.partita.mql;

import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** A parsed expression of aggregation. Immutable; safe for use by any number of threads. */
@FunctionalInterface
public interface Expression {

  /**
   * Computes the expression over a document.
   *
   * @return the value; null if it is missing
   * @throws MqlException if it has no value
   */
  @Nullable BsonValue evaluate(BsonDocument document, Variables variables);

  /** What counts as true: everything but false, zero, null, undefined and what is missing. */
  static boolean truth(@Nullable BsonValue value) {
    if (value == null || value.isNullish()) {
      return false;
    }
    if (value.type() == BsonType.BOOLEAN) {
      return value.asBoolean();
    }
    return !value.isNumber()
        || BsonNumbers.isNan(value)
        || BsonNumbers.compare(value, BsonValue.int32(0)) != 0;
  }
}
