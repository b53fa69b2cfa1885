package dev.partita.query.compile;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonNumber;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.From;
import dev.partita.query.syntax.OffsetLimit;
import dev.partita.query.syntax.OrderBy;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.QueryError;
import dev.partita.query.syntax.QueryErrors;
import dev.partita.query.syntax.Select;
import dev.partita.query.syntax.Span;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Semantic checks of a parsed query: unknown names and functions, clauses that are not allowed
 * together, aggregates mixed with rows. Collects all errors. For one query and one thread.
 */
public final class QueryChecker {

  /** Largest literal count. */
  static final long MAX_COUNT = 0xFFFF_FFFFL;

  /** Largest number of joins in one FROM clause. */
  static final int MAX_JOINS = 10;

  private final List<QueryError> errors = new ArrayList<>();
  private final ExpressionChecker expressions = new ExpressionChecker(this, errors);

  private QueryChecker() {}

  /**
   * Checks a query as a whole.
   *
   * @throws DatabaseException with all errors, if there are any
   */
  public static void check(Query query) {
    QueryChecker checker = new QueryChecker();
    checker.query(query, null, true);
    checker.expressions.requireFewUserCalls(query.span());
    if (!checker.errors.isEmpty()) {
      throw QueryErrors.of(checker.errors);
    }
    OrderPaths.check(query);
  }

  /** Checks a query within an expression. */
  void subquery(Query query, NameScope scope) {
    query(query, scope, false);
  }

  /** Visits the clauses in the order of the service, since errors are listed in that order. */
  private void query(Query query, @Nullable NameScope outer, boolean mayReadContainer) {
    boolean within = outer != null;
    OrderBy orderBy = query.orderBy();
    if (orderBy != null && orderBy.rank() && !within) {
      RankChecker.checkFrom(query.from(), errors);
    }
    NameScope scope = from(query, outer, mayReadContainer);
    if (query.where() != null) {
      expressions.check(query.where(), scope, ExpressionChecker.Place.ROW);
    }
    query.groupBy().forEach(key -> expressions.check(key, scope, ExpressionChecker.Place.KEY));
    if (orderBy != null) {
      orderBy(orderBy, scope, within);
    }
    if (query.select().top() != null) {
      top(query.select().top(), within);
    }
    select(query, scope);
    if (query.offsetLimit() != null) {
      offsetLimit(query.offsetLimit(), within);
    }
  }

  private NameScope from(Query query, @Nullable NameScope outer, boolean mayReadContainer) {
    NameScope scope = new NameScope(outer);
    if (query.from() == null) {
      return scope;
    }
    if (query.from().sources().size() > MAX_JOINS + 1) {
      error(
          null,
          "The SQL query exceeded the maximum number of joins. The allowed limit is "
              + MAX_JOINS
              + ".",
          query.span());
    }
    boolean first = mayReadContainer;
    for (From.Source source : query.from().sources()) {
      boolean isItem = false;
      switch (source.collection()) {
        case From.Derived(Query derived, _) -> query(derived, scope, first);
        case From.Path path -> {
          boolean known = scope.find(path.root()).isPresent();
          if (!known && !first) {
            error(
                "SC2001",
                "Identifier '" + path.root() + "' could not be resolved.",
                path.rootSpan());
          }
          isItem = !known && path.steps().isEmpty() && source instanceof From.Whole;
        }
      }
      String name = source.boundName();
      if (name != null && scope.declares(name)) {
        error(
            null,
            "The alias '" + name + "' is used more than once in the FROM clause.",
            source.span());
      } else if (name != null) {
        scope.bind(name, 0, isItem);
      }
      first = false;
    }
    return scope;
  }

  private void orderBy(OrderBy orderBy, NameScope scope, boolean within) {
    if (within) {
      if (orderBy.rank()) {
        error("SC2228", "The ORDER BY RANK clause is not supported in subqueries.", orderBy.span());
      } else {
        error("SC2202", "'ORDER BY' is not supported in subqueries.", orderBy.span());
      }
    } else if (orderBy.rank()) {
      RankChecker.check(
          orderBy, errors, e -> expressions.check(e, scope, ExpressionChecker.Place.RANK));
    } else {
      orderBy
          .items()
          .forEach(
              item -> expressions.check(item.expression(), scope, ExpressionChecker.Place.ROW));
    }
  }

  private void top(Select.Top top, boolean within) {
    if (within) {
      error("SC2203", "'TOP' is not supported in subqueries.", top.span());
    } else if (top.count() instanceof Expression.Literal(JsonNumber number, Span span)
        && !isCount(number)) {
      error("SC2060", "The count value provided for a TOP clause must be an integer.", span);
    }
  }

  private void offsetLimit(OffsetLimit clause, boolean within) {
    if (within) {
      error("SC2204", "'OFFSET LIMIT' clause is not supported in subqueries.", clause.span());
      return;
    }
    if (clause.offset() instanceof Expression.Literal(JsonNumber number, Span span)
        && !isCount(number)) {
      error("SC2062", "The OFFSET count value exceeds the maximum allowed value.", span);
    }
    if (clause.limit() instanceof Expression.Literal(JsonNumber number, Span span)
        && !isCount(number)) {
      error("SC2061", "The LIMIT count value exceeds the maximum allowed value.", span);
    }
  }

  static boolean isCount(JsonNumber number) {
    return number.isIntegral() && number.longValue() >= 0 && number.longValue() <= MAX_COUNT;
  }

  private void select(Query query, NameScope scope) {
    boolean grouped = !query.groupBy().isEmpty();
    if (query.select().selection() instanceof Select.All(Span star)) {
      if (grouped) {
        error("SC2041", "'SELECT *' is not allowed with GROUP BY.", star);
      } else if (query.from() == null) {
        error(null, "'SELECT *' is not valid if FROM clause is omitted.", star);
      } else if (query.from().sources().size() > 1) {
        error(null, "'SELECT *' is only valid with a single input set.", star);
      }
      return;
    }
    query
        .select()
        .selection()
        .expressions()
        .forEach(each -> expressions.check(each, scope, ExpressionChecker.Place.SELECT));
    if (grouped || Aggregates.areIn(query)) {
      new GroupingChecker(query, scope, errors).check();
    }
  }

  private void error(@Nullable String code, String message, Span span) {
    errors.add(new QueryError(code, message, span));
  }
}
