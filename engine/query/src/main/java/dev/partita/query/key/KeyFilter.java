package dev.partita.query.key;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.Aggregates;
import dev.partita.query.compile.ConstantExpressions;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.compile.Parameters;
import dev.partita.query.evaluate.LikePattern;
import dev.partita.query.function.Functions;
import dev.partita.query.syntax.BinaryOperator;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.LogicalOperator;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.UnaryOperator;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Extraction of partition keys from a WHERE clause: from equalities, IN, tests for null and
 * booleans, and combinations of them by AND, OR and NOT. Constants are folded first. Conditions
 * within subqueries concern other rows and are ignored, except for subqueries that are operands of
 * a comparison: if these have no row, there is nothing to compare. For one query and one thread.
 */
public final class KeyFilter {

  private static final Set<BinaryOperator> COMPARISONS =
      EnumSet.range(BinaryOperator.EQUAL, BinaryOperator.GREATER_OR_EQUAL);

  private final ConstantExpressions constants;
  private final KeyPaths paths;

  private KeyFilter(ConstantExpressions constants, KeyPaths paths) {
    this.constants = constants;
    this.paths = paths;
  }

  /** Partition keys under which a checked query can find items. */
  public static KeyConstraint of(
      Query query, Parameters parameters, ContainerTraits traits, KeyDefinition key) {
    if (query.from() == null) {
      return KeyConstraint.nothing();
    }
    if (query.where() == null) {
      return KeyConstraint.everything();
    }
    KeyFilter filter =
        new KeyFilter(
            new ConstantExpressions(traits, parameters),
            KeyPaths.of(query.from(), key, traits.computed()));
    return filter.keysWhere(query.where(), true).constraint(key.paths().size(), key.hierarchical());
  }

  /** Keys for which a condition can have a given truth value. */
  private KeySets keysWhere(Expression condition, boolean wanted) {
    return switch (condition) {
      case Expression.Logical(LogicalOperator operator, List<Expression> operands, _) ->
          operator == (wanted ? LogicalOperator.AND : LogicalOperator.OR)
              ? all(operands, wanted)
              : KeySets.or(operands.stream().map(each -> keysWhere(each, wanted)).toList());
      case Expression.Unary(UnaryOperator operator, Expression operand, _)
          when operator == UnaryOperator.NOT ->
          keysWhere(operand, !wanted);
      default ->
          constants
              .value(condition)
              .map(value -> value == JsonBoolean.of(wanted) ? KeySets.ALL : KeySets.NONE)
              .orElseGet(() -> varying(condition, wanted));
    };
  }

  private KeySets all(List<Expression> operands, boolean wanted) {
    KeySets all = KeySets.ALL;
    for (Expression operand : operands) {
      all = all.and(keysWhere(operand, wanted));
    }
    return all;
  }

  private KeySets varying(Expression condition, boolean wanted) {
    return switch (condition) {
      case Expression.Binary binary when COMPARISONS.contains(binary.operator()) ->
          compared(binary, wanted);
      case Expression.In(Expression value, List<Expression> candidates, boolean negated, _)
          when negated != wanted ->
          in(value, candidates);
      case Expression.Like like when like.negated() != wanted -> like(like);
      case Expression.Call call when wanted -> call(call);
      case Expression.Reference _, Expression.Member _, Expression.Index _ ->
          keys(condition, Set.of(JsonBoolean.of(wanted)));
      default -> KeySets.ALL;
    };
  }

  private KeySets compared(Expression.Binary comparison, boolean wanted) {
    Expression left = comparison.left();
    Expression right = comparison.right();
    KeySets comparable = defined(left).and(defined(right));
    if (comparison.operator() != (wanted ? BinaryOperator.EQUAL : BinaryOperator.NOT_EQUAL)) {
      return comparable;
    }
    return comparable.and(
        constants
            .value(right)
            .map(value -> equal(left, value))
            .or(() -> constants.value(left).map(value -> equal(right, value)))
            .orElse(KeySets.ALL));
  }

  /** Keys for which an operand can be defined: a subquery needs a row. */
  private KeySets defined(Expression operand) {
    return operand instanceof Expression.Subquery(Expression.Subquery.Kind kind, Query query, _)
            && kind == Expression.Subquery.Kind.SCALAR
            && query.where() != null
            && !Aggregates.areIn(query)
        ? new KeyFilter(constants, paths.within(query.from())).keysWhere(query.where(), true)
        : KeySets.ALL;
  }

  private KeySets equal(Expression tested, JsonValue value) {
    if (value.isUndefined()) {
      return KeySets.NONE;
    }
    if (tested instanceof Expression.Call(String name, List<Expression> arguments, _)
        && Functions.key(name).equals("ABS")) {
      return paths.component(arguments.getFirst()).isEmpty()
          ? KeySets.ALL
          : keys(arguments.getFirst(), withThisMagnitude(value));
    }
    return keys(tested, Set.of(value));
  }

  private static Set<JsonValue> withThisMagnitude(JsonValue value) {
    if (!(value instanceof JsonNumber number) || number.doubleValue() < 0) {
      return Set.of();
    }
    double magnitude = number.doubleValue();
    return magnitude == 0
        ? Set.of(number)
        : Set.of(JsonNumber.of(magnitude), JsonNumber.of(-magnitude));
  }

  private KeySets in(Expression tested, List<Expression> candidates) {
    Set<JsonValue> values = new LinkedHashSet<>();
    for (Expression candidate : candidates) {
      Optional<JsonValue> value = constants.value(candidate);
      if (value.isEmpty()) {
        return KeySets.ALL;
      }
      value.filter(each -> !each.isUndefined()).ifPresent(values::add);
    }
    return keys(tested, values);
  }

  private KeySets like(Expression.Like like) {
    String escape = like.escape();
    if (escape != null && escape.length() != 1) {
      return KeySets.NONE;
    }
    @Nullable Character escaping = escape == null ? null : escape.charAt(0);
    return constants
        .value(like.pattern())
        .map(
            pattern ->
                pattern instanceof JsonString(String text)
                    ? LikePattern.of(text, escaping)
                        .onlyMatch()
                        .map(only -> keys(like.value(), Set.of(JsonString.of(only))))
                        .orElse(KeySets.ALL)
                    : KeySets.NONE)
        .orElse(KeySets.ALL);
  }

  private KeySets call(Expression.Call call) {
    List<Expression> arguments = call.arguments();
    return switch (Functions.key(call.name())) {
      case "ISNULL" -> keys(arguments.getFirst(), Set.of(JsonNull.NULL));
      case "ISBOOL", "ISBOOLEAN" ->
          keys(
              arguments.getFirst(),
              new LinkedHashSet<>(List.of(JsonBoolean.FALSE, JsonBoolean.TRUE)));
      // With partial matching an object is found only by objects, which have the same component.
      case "ARRAYCONTAINS", "_TRYARRAYCONTAINS" ->
          constants
              .value(arguments.getFirst())
              .map(
                  list ->
                      list instanceof JsonArray array
                          ? keys(arguments.get(1), new LinkedHashSet<>(array.elements()))
                          : KeySets.NONE)
              .orElse(KeySets.ALL);
      default -> KeySets.ALL;
    };
  }

  /** Keys for which an expression can have one of these values. */
  private KeySets keys(Expression tested, Set<JsonValue> values) {
    Optional<Integer> component = paths.component(tested);
    if (component.isEmpty()) {
      return values.isEmpty() ? KeySets.NONE : KeySets.ALL;
    }
    List<JsonValue> components = new ArrayList<>();
    values.forEach(value -> components.add(KeyConstraint.component(value)));
    return KeySets.of(component.get(), new LinkedHashSet<>(components));
  }
}
