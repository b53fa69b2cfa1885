package dev.partita.query.compile;

import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.From;
import dev.partita.query.syntax.Span;

/** Conversion of paths of FROM to expressions. Pure functions. */
final class Paths {

  private Paths() {}

  /** Expression with the value of a path into a collection. */
  static Expression expression(From.Path path) {
    Expression expression = new Expression.Reference(path.root(), path.rootSpan());
    for (From.Step step : path.steps()) {
      expression = expression(expression, step, path.span());
    }
    return expression;
  }

  private static Expression expression(Expression target, From.Step step, Span span) {
    return switch (step) {
      case From.Named(String name) -> new Expression.Member(target, name, span);
      case From.Quoted(String name) ->
          new Expression.Index(
              target, new Expression.Literal(JsonString.of(name), Span.NONE), span);
      case From.Numbered(long index) ->
          new Expression.Index(
              target, new Expression.Literal(JsonNumber.of(index), Span.NONE), span);
    };
  }
}
