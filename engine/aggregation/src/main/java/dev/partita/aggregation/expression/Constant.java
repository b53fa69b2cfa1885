package dev.partita.aggregation.expression;

import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.Variables;
import org.jspecify.annotations.Nullable;

/** An expression with one value, or one that is always missing. */
record Constant(@Nullable BsonValue value) implements Expression {

  static final Constant NULL = new Constant(BsonValue.NULL);

  @Override
  public @Nullable BsonValue evaluate(BsonDocument document, Variables variables) {
    return value;
  }
}
