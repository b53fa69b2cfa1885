package dev.partita.query.compile;

import dev.partita.json.JsonNumber;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonString;
import dev.partita.query.function.Functions;
import dev.partita.query.function.VectorMetric;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.QueryError;
import dev.partita.query.syntax.SqlPrinter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Analysis of calls of VectorDistance. Pure functions. */
public final class VectorCalls {

  private static final int MAX_SEARCH_LIST_MULTIPLIER = 100;

  private VectorCalls() {}

  /** Whether the expression is a call of VectorDistance. */
  public static boolean isDistance(Expression expression) {
    if (!(expression instanceof Expression.Call call)) {
      return false;
    }
    String key = Functions.key(call.name());
    return key.equals("VECTORDISTANCE") || key.equals("_VECTORSCORE");
  }

  /**
   * Metric of a call: that of its options, or that of the container for the property, or cosine.
   */
  public static VectorMetric metric(Expression.Call call, ContainerTraits traits) {
    return option(call, "distanceFunction")
        .map(value -> value instanceof Expression.Literal(JsonString(String name), _) ? name : "")
        .flatMap(VectorMetric::named)
        .or(() -> configured(call, traits))
        .orElse(VectorMetric.COSINE);
  }

  private static Optional<VectorMetric> configured(Expression.Call call, ContainerTraits traits) {
    if (traits.vectors().isEmpty()) {
      return Optional.empty();
    }
    return call.arguments().stream()
        .limit(2)
        .flatMap(argument -> path(argument).stream())
        .map(traits.vectors()::get)
        .filter(metric -> metric != null)
        .findFirst();
  }

  private static Optional<Expression> option(Expression.Call call, String name) {
    if (call.arguments().size() == 4
        && call.arguments().get(3) instanceof Expression.ObjectLiteral(var properties, _)) {
      return properties.stream()
          .filter(property -> property.name().equals(name))
          .map(Expression.Property::value)
          .findFirst();
    }
    return Optional.empty();
  }

  /** Path of properties below an alias, if the expression is one. */
  private static Optional<JsonPath> path(Expression expression) {
    Deque<String> steps = new ArrayDeque<>();
    Expression part = expression;
    while (!(part instanceof Expression.Reference)) {
      switch (part) {
        case Expression.Member(Expression target, String name, _) -> {
          steps.addFirst(name);
          part = target;
        }
        case Expression.Index(
                Expression target,
                Expression.Literal(JsonString(String name), _),
                _) -> {
          steps.addFirst(name);
          part = target;
        }
        default -> {
          return Optional.empty();
        }
      }
    }
    return steps.isEmpty()
        ? Optional.empty()
        : Optional.of(JsonPath.of(steps.toArray(String[]::new)));
  }

  static void checkOptions(Expression.Call call, List<QueryError> errors) {
    if (!isDistance(call)) {
      return;
    }
    option(call, "searchListSizeMultiplier")
        .filter(value -> !isMultiplier(value))
        .ifPresent(
            value ->
                errors.add(
                    new QueryError(
                        "SC2213",
                        "The 'searchListSizeMultiplier' value %s specified in the VectorDistance"
                                .formatted(SqlPrinter.print(value))
                            + " function is outside the supported range. The value must be between"
                            + " 1 and %d.".formatted(MAX_SEARCH_LIST_MULTIPLIER),
                        call.arguments().get(3).span())));
  }

  private static boolean isMultiplier(Expression value) {
    return value instanceof Expression.Literal(JsonNumber number, _)
        && number.isIntegral()
        && number.longValue() >= 1
        && number.longValue() <= MAX_SEARCH_LIST_MULTIPLIER;
  }
}
