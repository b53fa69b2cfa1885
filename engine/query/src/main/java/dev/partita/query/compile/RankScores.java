package dev.partita.query.compile;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonValue;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.OrderBy;
import dev.partita.query.syntax.QueryErrors;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Scores of a checked ORDER BY RANK clause: one, or several with a weight each that are fused.
 * Immutable.
 *
 * @param weights one for each component, or empty if all count the same
 */
public record RankScores(List<Expression.Call> components, List<Double> weights) {

  public RankScores {
    components = List.copyOf(components);
    weights = List.copyOf(weights);
  }

  /**
   * Reads the scores of a clause.
   *
   * @throws DatabaseException if the weights are a parameter without a value, or its value is not a
   *     number for each score
   */
  public static RankScores of(OrderBy orderBy, Parameters parameters) {
    Expression.Call call = (Expression.Call) orderBy.items().getFirst().expression();
    if (!RankChecker.isFusion(call)) {
      return new RankScores(List.of(call), List.of());
    }
    List<Expression.Call> components =
        RankChecker.components(call).stream().map(Expression.Call.class::cast).toList();
    List<Double> weights = new ArrayList<>();
    for (JsonValue weight : weights(RankChecker.weights(call), parameters)) {
      if (!(weight instanceof JsonNumber number)) {
        throw QueryErrors.of(RankChecker.badWeights(orderBy));
      }
      weights.add(number.doubleValue());
    }
    if (RankChecker.weights(call) != null && weights.size() != components.size()) {
      throw QueryErrors.of(RankChecker.badWeights(orderBy));
    }
    return new RankScores(components, weights);
  }

  private static List<JsonValue> weights(@Nullable Expression given, Parameters parameters) {
    return switch (given) {
      case Expression.ArrayLiteral(List<Expression> elements, _) ->
          elements.stream().map(each -> ((Expression.Literal) each).value()).toList();
      case Expression.Parameter(String name, _)
          when parameters.require(name) instanceof JsonArray array ->
          array.elements();
      case null, default -> List.of();
    };
  }

  public double weight(int component) {
    return weights.isEmpty() ? 1 : weights.get(component);
  }

  /** Terms of a full-text score; older clients send them as an array. */
  public static List<Expression> terms(Expression.Call score) {
    List<Expression> terms = score.arguments().subList(1, score.arguments().size());
    return terms.size() == 1
            && terms.getFirst() instanceof Expression.ArrayLiteral(List<Expression> elements, _)
        ? elements
        : terms;
  }
}
