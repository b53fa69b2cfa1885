package dev.partita.query.compile;

import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.From;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.QueryError;
import dev.partita.query.syntax.SqlPrinter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Check of the SELECT clause of a query with groups: every property must be in an aggregate or
 * derived from a group key. For one query and one thread.
 */
final class GroupingChecker {

  private final Query query;
  private final NameScope scope;
  private final List<QueryError> errors;
  private final Set<Expression> keys;

  GroupingChecker(Query query, NameScope scope, List<QueryError> errors) {
    this.query = query;
    this.scope = scope;
    this.errors = errors;
    this.keys = query.groupBy().stream().map(Canonical::of).collect(Collectors.toSet());
  }

  void check() {
    query.select().selection().expressions().forEach(each -> check(each, Set.of()));
  }

  /**
   * @param hidden names that a subquery has redefined
   */
  private void check(Expression expression, Set<String> hidden) {
    if (Aggregates.isCall(expression) || isKey(expression)) {
      return;
    }
    if (isPath(expression)) {
      path(expression, hidden);
      return;
    }
    if (expression instanceof Expression.Subquery subquery) {
      subquery(subquery.query(), hidden);
    }
    expression.children().forEach(child -> check(child, hidden));
  }

  private void path(Expression path, Set<String> hidden) {
    Expression part = path;
    while (true) {
      if (isKey(part)) {
        return;
      }
      switch (part) {
        case Expression.Member member -> part = member.target();
        case Expression.Index index -> part = index.target();
        case Expression.Reference(String name, _) -> {
          if (scope.declares(name) && !hidden.contains(name)) {
            notGrouped(path);
          }
          return;
        }
        default -> {
          check(part, hidden);
          return;
        }
      }
    }
  }

  private void notGrouped(Expression path) {
    String message =
        "Property reference '"
            + SqlPrinter.print(path)
            + "' is invalid in the select list because it is not contained in either an aggregate"
            + " function or the GROUP BY clause.";
    errors.add(new QueryError("SC2102", message, path.span()));
  }

  private void subquery(Query inner, Set<String> hidden) {
    Set<String> names = new HashSet<>(hidden);
    if (inner.from() != null) {
      for (From.Source source : inner.from().sources()) {
        switch (source.collection()) {
          case From.Derived(Query derived, _) -> subquery(derived, names);
          case From.Path path -> path(Paths.expression(path), names);
        }
        String name = source.boundName();
        if (name != null) {
          names.add(name);
        }
      }
    }
    inner.expressions().forEach(each -> withinSubquery(each, names));
  }

  /**
   * Checks the arguments of aggregates of a subquery: the aggregates range over the rows of the
   * subquery.
   */
  private void withinSubquery(Expression expression, Set<String> hidden) {
    if (Aggregates.isCall(expression)) {
      expression.children().forEach(child -> withinSubquery(child, hidden));
    } else {
      check(expression, hidden);
    }
  }

  private boolean isKey(Expression expression) {
    return !keys.isEmpty() && keys.contains(Canonical.of(expression));
  }

  private static boolean isPath(Expression expression) {
    return switch (expression) {
      case Expression.Reference _, Expression.Member _ -> true;
      case Expression.Index(_, Expression.Literal _, _) -> true;
      default -> false;
    };
  }
}
