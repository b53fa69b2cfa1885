package dev.partita.mql;

import dev.partita.bson.BsonOrder;
import org.jspecify.annotations.Nullable;

/**
 * What the text of a query, an update or a projection is read with: the collation of the command,
 * null for none, and the parser of expressions.
 */
public record MqlContext(@Nullable Collation collation, ExpressionParser expressions) {

  /** Strings by their bytes, no expressions. */
  public static final MqlContext SIMPLE = new MqlContext(null, ExpressionParser.NONE);

  /** The order of values that comparisons use. */
  public BsonOrder order() {
    return BsonOrder.of(collation);
  }
}
