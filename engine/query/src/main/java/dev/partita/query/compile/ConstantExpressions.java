package dev.partita.query.compile;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Constant;
import dev.partita.query.syntax.Expression;
import java.util.Optional;

/**
 * Evaluation of expressions whose value is the same for every row. For one query and one thread.
 */
public final class ConstantExpressions {

  private static final NameScope NO_NAMES = new NameScope(null);

  private final ExpressionCompiler compiler;

  public ConstantExpressions(ContainerTraits traits, Parameters parameters) {
    this.compiler =
        new ExpressionCompiler(
            traits,
            parameters,
            (_, _) -> {
              throw new IllegalStateException("A query within an expression is not constant.");
            });
  }

  /**
   * Value of an expression of a checked query; empty if it depends on the row, the time or
   * randomness, or if its evaluation fails.
   *
   * @throws DatabaseException if a parameter has no value
   */
  public Optional<JsonValue> value(Expression expression) {
    return ExpressionChecker.isConstant(expression)
            && compiler.compile(expression, NO_NAMES) instanceof Constant constant
        ? Optional.of(constant.value())
        : Optional.empty();
  }

  /**
   * Value of the count of TOP, OFFSET or LIMIT.
   *
   * @throws DatabaseException if it is a parameter without a value, or its value is not a count
   */
  public long count(Expression count) {
    return compiler.count(count);
  }
}
