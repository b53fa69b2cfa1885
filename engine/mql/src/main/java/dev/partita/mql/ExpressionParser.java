package dev.partita.mql;

import dev.partita.bson.BsonValue;

/**
 * Parser of the expressions of aggregation: the interface through which queries ({@code $expr}) and
 * projections use them. Safe for use by any number of threads.
 */
@FunctionalInterface
public interface ExpressionParser {

  /** For places that take no expressions. */
  ExpressionParser NONE =
      value -> {
        throw new MqlException(
            MqlCode.QUERY_FEATURE_NOT_ALLOWED, "Expressions are not allowed in this context");
      };

  /**
   * Parses an expression.
   *
   * @throws MqlException if it is none
   */
  Expression parse(BsonValue expression);
}
