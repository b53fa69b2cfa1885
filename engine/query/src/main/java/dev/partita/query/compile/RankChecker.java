package dev.partita.query.compile;

import dev.partita.json.JsonNumber;
import dev.partita.query.function.Functions;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.From;
import dev.partita.query.syntax.OrderBy;
import dev.partita.query.syntax.QueryError;
import dev.partita.query.syntax.Span;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Semantic checks of ORDER BY RANK, which only plain queries over items may have. For one query and
 * one thread.
 */
final class RankChecker {

  private RankChecker() {}

  static void checkFrom(@Nullable From from, List<QueryError> errors) {
    if (from == null) {
      return;
    }
    Span first = from.sources().getFirst().span();
    for (int i = from.sources().size() - 1; i > 0; i--) {
      errors.add(
          new QueryError(
              "SC2224",
              "The JOIN operator is not allowed with the ORDER BY RANK clause.",
              first.to(from.sources().get(i).span())));
    }
    for (From.Source source : from.sources()) {
      if (source instanceof From.Elements) {
        errors.add(
            new QueryError(
                "SC2223",
                "The FROM clause with the IN operator is not allowed with the ORDER BY RANK"
                    + " clause.",
                source.span()));
      }
      if (source.collection() instanceof From.Derived(_, Span span)) {
        errors.add(
            new QueryError(
                "SC2225",
                "Subqueries in the FROM clause are not allowed with the ORDER BY RANK clause.",
                span));
      }
    }
  }

  /** Checks the scoring call, and its arguments with the given check. */
  static void check(OrderBy orderBy, List<QueryError> errors, Consumer<Expression> scores) {
    Expression expression = orderBy.items().getFirst().expression();
    if (isScore(expression) || VectorCalls.isDistance(expression)) {
      scores.accept(expression);
      return;
    }
    if (!isFusion(expression)) {
      errors.add(notScored(orderBy));
      return;
    }
    List<Expression> components = components((Expression.Call) expression);
    Expression weights = weights((Expression.Call) expression);
    components.forEach(scores);
    boolean scored =
        components.stream().allMatch(each -> isScore(each) || VectorCalls.isDistance(each));
    if (!scored || components.size() < 2) {
      errors.add(notScored(orderBy));
    } else if (weights != null && !areWeights(weights, components.size())) {
      errors.add(badWeights(orderBy));
    }
  }

  static QueryError badWeights(OrderBy orderBy) {
    return new QueryError(
        "SC2229",
        "The last parameter of the RRF function is an optional array of weights. When present, it"
            + " must be a literal array of numbers, one for each of the component scores used for"
            + " the RRF function. The length of this array must be the same as the number of the"
            + " component scores.",
        orderBy.span());
  }

  private static QueryError notScored(OrderBy orderBy) {
    return new QueryError(
        "SC2221",
        "The ORDER BY RANK clause must be followed by a VectorDistance and/or a FullTextScore"
            + " function call.",
        orderBy.span());
  }

  static boolean isScore(Expression expression) {
    return isCall(expression, "FULLTEXTSCORE");
  }

  static boolean isFusion(Expression expression) {
    return isCall(expression, "RRF");
  }

  /** Components of a fusion. */
  static List<Expression> components(Expression.Call fusion) {
    List<Expression> arguments = fusion.arguments();
    return weights(fusion) == null ? arguments : arguments.subList(0, arguments.size() - 1);
  }

  /** Weights of a fusion, if the last argument can be weights. */
  static @Nullable Expression weights(Expression.Call fusion) {
    Expression last = fusion.arguments().isEmpty() ? null : fusion.arguments().getLast();
    return last instanceof Expression.ArrayLiteral || last instanceof Expression.Parameter
        ? last
        : null;
  }

  /** Whether an expression can be weights; a parameter is checked when its value is known. */
  private static boolean areWeights(Expression weights, int components) {
    return weights instanceof Expression.Parameter
        || (weights instanceof Expression.ArrayLiteral(List<Expression> elements, _)
            && elements.size() == components
            && elements.stream()
                .allMatch(each -> each instanceof Expression.Literal(JsonNumber _, _)));
  }

  private static boolean isCall(Expression expression, String key) {
    return expression instanceof Expression.Call call && Functions.key(call.name()).equals(key);
  }
}
