package dev.partita.aggregation.stage;

import dev.partita.aggregation.accumulator.Accumulator;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.Variables;
import org.jspecify.annotations.Nullable;

/**
 * What is accumulated of documents. Immutable.
 *
 * @param argument the value of one document
 * @param count how many values are wanted, by the key of a group; null where that is no question
 */
record AccumulatorExpression(
    Expression argument, @Nullable Expression count, Accumulator.Maker maker) {

  /** The state before any document of a group. */
  Accumulator begin(BsonValue key, Variables variables) {
    if (count == null) {
      return maker.make(null);
    }
    BsonDocument document = key.isDocument() ? key.asDocument() : BsonDocument.EMPTY;
    return maker.make(count.evaluate(document, variables));
  }
}
