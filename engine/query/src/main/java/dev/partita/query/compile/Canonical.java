package dev.partita.query.compile;

import dev.partita.json.JsonString;
import dev.partita.query.function.Functions;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.Span;
import java.util.List;

/**
 * Canonical form of expressions, in which expressions that differ only in notation are equal:
 * properties are written with brackets, and each function has one spelling. Subqueries are
 * unchanged. Pure functions.
 */
public final class Canonical {

  private Canonical() {}

  public static Expression of(Expression expression) {
    return switch (expression) {
      case Expression.Literal _,
          Expression.Parameter _,
          Expression.Reference _,
          Expression.Subquery _ ->
          expression;
      case Expression.Member(Expression target, String name, _) ->
          new Expression.Index(
              of(target), new Expression.Literal(JsonString.of(name), Span.NONE), Span.NONE);
      case Expression.Index(Expression target, Expression index, Span span) ->
          new Expression.Index(of(target), of(index), span);
      case Expression.ArrayLiteral(List<Expression> elements, Span span) ->
          new Expression.ArrayLiteral(of(elements), span);
      case Expression.ObjectLiteral(List<Expression.Property> properties, Span span) ->
          new Expression.ObjectLiteral(
              properties.stream()
                  .map(each -> new Expression.Property(each.name(), of(each.value())))
                  .toList(),
              span);
      case Expression.Unary(var operator, Expression operand, Span span) ->
          new Expression.Unary(operator, of(operand), span);
      case Expression.Binary(var operator, Expression left, Expression right, Span span) ->
          new Expression.Binary(operator, of(left), of(right), span);
      case Expression.Logical(var operator, List<Expression> operands, Span span) ->
          new Expression.Logical(operator, of(operands), span);
      case Expression.Conditional(Expression test, Expression yes, Expression no, Span span) ->
          new Expression.Conditional(of(test), of(yes), of(no), span);
      case Expression.Coalesce(Expression first, Expression second, Span span) ->
          new Expression.Coalesce(of(first), of(second), span);
      case Expression.In(Expression value, List<Expression> list, boolean negated, Span span) ->
          new Expression.In(of(value), of(list), negated, span);
      case Expression.Between(var value, var low, var high, boolean negated, Span span) ->
          new Expression.Between(of(value), of(low), of(high), negated, span);
      case Expression.Like(var value, var pattern, String escape, boolean negated, Span span) ->
          new Expression.Like(of(value), of(pattern), escape, negated, span);
      case Expression.Call(String name, List<Expression> arguments, Span span) ->
          new Expression.Call(Functions.key(name), of(arguments), span);
      case Expression.UserCall(String name, List<Expression> arguments, Span span) ->
          new Expression.UserCall(name, of(arguments), span);
      case Expression.Let(String name, Expression value, Expression body, Span span) ->
          new Expression.Let(name, of(value), of(body), span);
    };
  }

  private static List<Expression> of(List<Expression> expressions) {
    return expressions.stream().map(Canonical::of).toList();
  }
}
