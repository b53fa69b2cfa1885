package dev.partita.query.compile;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Constant;
import dev.partita.query.syntax.Expression;
import java.util.Optional;

/** Tells what expressions come to that are the same for every row. For one query. */
public final class ConstantExpressions {

  private static final Scope NO_NAMES = new Scope(null);

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
   * The value of an expression of a query that was checked; nothing if it depends on the row, the
   * time or chance, or if computing it fails.
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
   * What the count of TOP, OFFSET or LIMIT comes to.
   *
   * @throws DatabaseException if it is a parameter that has no value or no count for one
   */
  public long count(Expression count) {
    return compiler.count(count);
  }
}
