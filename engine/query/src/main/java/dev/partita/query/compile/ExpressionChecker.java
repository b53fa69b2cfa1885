package dev.partita.query.compile;

import dev.partita.query.function.Aggregate;
import dev.partita.query.function.Function;
import dev.partita.query.function.Functions;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.Planning;
import dev.partita.query.syntax.QueryError;
import dev.partita.query.syntax.Span;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Semantic checks of expressions. For one query with its subqueries, and one thread. */
final class ExpressionChecker {

  /** Largest number of calls of user-defined functions in a query. */
  static final int MAX_USER_CALLS = 10;

  /**
   * Clause in which an expression stands, which decides whether aggregates and scores are allowed.
   */
  enum Place {
    /** Evaluated for each row. */
    ROW,
    /** In GROUP BY. */
    KEY,
    /** Evaluated for each result. */
    SELECT,
    /** In ORDER BY RANK. */
    RANK
  }

  private final QueryChecker queries;
  private final List<QueryError> errors;
  private int userCalls;

  ExpressionChecker(QueryChecker queries, List<QueryError> errors) {
    this.queries = queries;
    this.errors = errors;
  }

  void requireFewUserCalls(Span query) {
    if (userCalls > MAX_USER_CALLS) {
      error(
          "SC3005",
          "The SQL query exceeded the maximum number of user-defined function calls. The allowed"
              + " limit is "
              + MAX_USER_CALLS
              + ".",
          query);
    }
  }

  void check(Expression expression, NameScope scope, Place place) {
    Planning.step();
    switch (expression) {
      case Expression.Reference(String name, Span span) -> {
        if (scope.find(name).isEmpty() && Constants.find(name).isEmpty()) {
          error("SC2001", "Identifier '" + name + "' could not be resolved.", span);
        }
      }
      case Expression.Subquery subquery -> subquery(subquery, scope, place);
      case Expression.Let(String name, Expression value, Expression body, _) -> {
        check(value, scope, place);
        NameScope inner = new NameScope(scope);
        inner.bind(name, 0, false);
        check(body, inner, place);
      }
      case Expression.Call call -> call(call, scope, place);
      default -> {
        expression.children().forEach(child -> check(child, scope, place));
        afterChildren(expression);
      }
    }
  }

  private void afterChildren(Expression expression) {
    if (expression instanceof Expression.Index(_, Expression index, Span span)
        && !isConstant(index)) {
      error(
          "SC2990",
          "The specified query includes 'member indexer' which is currently not supported.",
          span);
    }
    if (expression instanceof Expression.UserCall) {
      userCalls++;
    }
  }

  private void subquery(Expression.Subquery subquery, NameScope scope, Place place) {
    if (place == Place.KEY) {
      error(null, "A subquery is not allowed in the GROUP BY clause.", subquery.span());
    }
    queries.subquery(subquery.query(), scope);
  }

  private void call(Expression.Call call, NameScope scope, Place place) {
    Optional<Aggregate> aggregate = Aggregate.named(call.name());
    if (aggregate.isPresent()) {
      aggregate(call, scope, place);
      return;
    }
    call.arguments().forEach(argument -> check(argument, scope, place));
    Optional<Function> function = Functions.find(call.name());
    if (RankChecker.isScore(call) && place != Place.RANK) {
      error(
          "SC2240",
          "The FullTextScore function is only allowed in the ORDER BY RANK clause.",
          call.span());
    } else if (function.isEmpty()) {
      error(
          "SC2005",
          "'" + call.name() + "' is not a recognized built-in function name.",
          call.nameSpan());
    } else if (!function.get().accepts(call.arguments().size())) {
      wrongArguments(call, function.get().arity());
    } else {
      VectorCalls.checkOptions(call, errors);
    }
  }

  private void aggregate(Expression.Call call, NameScope scope, Place place) {
    boolean nested =
        call.arguments().stream()
            .anyMatch(argument -> Aggregates.areIn(argument) || hasSubquery(argument));
    if (nested) {
      error(
          "SC2101",
          "Cannot perform an aggregate function on an expression containing an aggregate or a"
              + " subquery.",
          call.span());
      return;
    }
    call.arguments().forEach(argument -> check(argument, scope, Place.ROW));
    if (call.arguments().size() != 1) {
      wrongArguments(call, "1");
    }
    if (place != Place.SELECT) {
      error(null, "An aggregate is only allowed in the SELECT clause.", call.span());
    }
  }

  private void wrongArguments(Expression.Call call, String arity) {
    error(
        "SC2050",
        "The " + call.name() + " function requires " + arity + " argument(s).",
        call.span());
  }

  private static boolean hasSubquery(Expression expression) {
    return expression instanceof Expression.Subquery
        || expression.children().anyMatch(ExpressionChecker::hasSubquery);
  }

  /** Whether the value is the same for all rows. */
  static boolean isConstant(Expression expression) {
    return switch (expression) {
      case Expression.Literal _, Expression.Parameter _ -> true;
      case Expression.Reference(String name, _) -> Constants.find(name).isPresent();
      case Expression.Member(Expression target, _, _) -> isConstant(target);
      case Expression.Binary(_, Expression left, Expression right, _) ->
          isConstant(left) && isConstant(right);
      case Expression.Subquery _, Expression.UserCall _, Expression.Let _ -> false;
      case Expression.Call call ->
          Functions.find(call.name()).map(Function::constant).orElse(false)
              && call.arguments().stream().allMatch(ExpressionChecker::isConstant);
      default -> expression.children().allMatch(ExpressionChecker::isConstant);
    };
  }

  private void error(@Nullable String code, String message, Span span) {
    errors.add(new QueryError(code, message, span));
  }
}
