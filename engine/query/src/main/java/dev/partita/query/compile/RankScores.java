package dev.partita.query.compile;

import dev.partita.json.JsonNumber;
import dev.partita.query.syntax.Expression;
import java.util.ArrayList;
import java.util.List;

/**
 * What ORDER BY RANK orders by: one score, or several that are fused, each with a weight. The
 * clause was checked. Immutable.
 *
 * @param weights one for each component, or none if all count the same
 */
public record RankScores(List<Expression.Call> components, List<Double> weights) {

  public RankScores {
    components = List.copyOf(components);
    weights = List.copyOf(weights);
  }

  /** The scores of the expression after RANK. */
  public static RankScores of(Expression expression) {
    Expression.Call call = (Expression.Call) expression;
    if (!RankChecker.isFusion(call)) {
      return new RankScores(List.of(call), List.of());
    }
    List<Double> weights = new ArrayList<>();
    if (RankChecker.weights(call) instanceof Expression.ArrayLiteral(var elements, _)) {
      for (Expression element : elements) {
        JsonNumber weight = (JsonNumber) ((Expression.Literal) element).value();
        weights.add(weight.doubleValue());
      }
    }
    return new RankScores(
        RankChecker.components(call).stream().map(Expression.Call.class::cast).toList(), weights);
  }

  public double weight(int component) {
    return weights.isEmpty() ? 1 : weights.get(component);
  }

  /** The words or phrases that a full-text score is about; older clients give them as an array. */
  public static List<Expression> terms(Expression.Call score) {
    List<Expression> terms = score.arguments().subList(1, score.arguments().size());
    return terms.size() == 1
            && terms.getFirst() instanceof Expression.ArrayLiteral(List<Expression> elements, _)
        ? elements
        : terms;
  }
}
