package dev.partita.execution.plan;

import dev.partita.index.IndexPath;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.plan.FieldPath;
import dev.partita.plan.Predicate;
import dev.partita.plan.ValueType;
import dev.partita.query.compile.Aggregates;
import dev.partita.query.compile.ConstantExpressions;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.compile.Parameters;
import dev.partita.query.evaluate.LikePattern;
import dev.partita.query.syntax.BinaryOperator;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.LogicalOperator;
import dev.partita.query.syntax.Planning;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.UnaryOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The WHERE clause of a SQL query as a predicate. What SQL decides differently, or the form cannot
 * express, leaves a residual: the predicate is wider than the clause then, never narrower. For one
 * query.
 */
public final class SqlPredicate {

  private static final Predicate ANY = new Predicate.Residual();

  private final ConstantExpressions constants;
  private final SourcePaths paths;
  private final SqlCallPredicate calls;

  private SqlPredicate(ConstantExpressions constants, SourcePaths paths) {
    this.constants = constants;
    this.paths = paths;
    this.calls = new SqlCallPredicate(this);
  }

  public static SqlPredicate of(Query query, Parameters parameters, ContainerTraits traits) {
    ConstantExpressions constants = new ConstantExpressions(traits, parameters);
    return new SqlPredicate(constants, SourcePaths.of(query, constants, traits.computed()));
  }

  /** The predicate of a whole query. */
  public Predicate where(Query query) {
    return query.where() == null ? Predicate.always() : where(query.where(), true);
  }

  public SourcePaths paths() {
    return paths;
  }

  /** The items for which an expression has a truth value; NOT only exchanges the two. */
  private Predicate where(Expression condition, boolean wanted) {
    Planning.step();
    return switch (condition) {
      case Expression.Logical(LogicalOperator operator, List<Expression> operands, _) -> {
        List<Predicate> predicates = new ArrayList<>(operands.size());
        for (Expression operand : operands) {
          predicates.add(where(operand, wanted));
        }
        yield operator == (wanted ? LogicalOperator.AND : LogicalOperator.OR)
            ? new Predicate.And(predicates)
            : new Predicate.Or(predicates);
      }
      case Expression.Unary(UnaryOperator operator, Expression operand, _)
          when operator == UnaryOperator.NOT ->
          where(operand, !wanted);
      default ->
          constant(condition)
              .map(value -> holds(value.equals(JsonBoolean.of(wanted))))
              .orElseGet(() -> varying(condition, wanted));
    };
  }

  private static Predicate holds(boolean always) {
    return always ? Predicate.always() : Predicate.never();
  }

  private Predicate varying(Expression condition, boolean wanted) {
    return switch (condition) {
      case Expression.Binary(BinaryOperator operator, Expression left, Expression right, _) -> {
        Predicate.Operator compared = operator(operator, wanted);
        yield compared == null
            ? ANY
            : constant(right)
                .map(value -> compare(left, compared, value))
                .or(() -> constant(left).map(value -> compare(right, compared.turned(), value)))
                .orElse(ANY);
      }
      case Expression.In in -> in(in, in.negated() != wanted);
      case Expression.Between between -> between(between, between.negated() != wanted);
      case Expression.Like like -> like(like, like.negated() != wanted);
      case Expression.Call call -> calls.call(call, wanted);
      case Expression.Subquery(Expression.Subquery.Kind kind, Query query, _)
          when kind == Expression.Subquery.Kind.EXISTS && wanted ->
          exists(query);
      case Expression.Reference _, Expression.Member _, Expression.Index _ ->
          exactly(condition, path -> Predicate.equal(path, JsonBoolean.of(wanted)));
      default -> ANY;
    };
  }

  /** The comparison that is true where one has a truth value; null if it is no comparison. */
  private static Predicate.@Nullable Operator operator(BinaryOperator operator, boolean wanted) {
    return switch (operator) {
      case EQUAL -> wanted ? Predicate.Operator.EQUAL : Predicate.Operator.NOT_EQUAL;
      case NOT_EQUAL -> wanted ? Predicate.Operator.NOT_EQUAL : Predicate.Operator.EQUAL;
      case LESS -> wanted ? Predicate.Operator.LESS : Predicate.Operator.GREATER_OR_EQUAL;
      case LESS_OR_EQUAL -> wanted ? Predicate.Operator.LESS_OR_EQUAL : Predicate.Operator.GREATER;
      case GREATER -> wanted ? Predicate.Operator.GREATER : Predicate.Operator.LESS_OR_EQUAL;
      case GREATER_OR_EQUAL ->
          wanted ? Predicate.Operator.GREATER_OR_EQUAL : Predicate.Operator.LESS;
      default -> null;
    };
  }

  private Predicate compare(Expression tested, Predicate.Operator operator, JsonValue value) {
    return switch (operator) {
      case EQUAL ->
          value.isUndefined()
              ? Predicate.never()
              : exactly(tested, path -> Predicate.equal(path, value));
      // SQL does not compare all types with one another.
      case NOT_EQUAL ->
          value.isUndefined()
              ? Predicate.never()
              : atLeast(tested, path -> new Predicate.Comparison(path, operator, value));
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> {
        if (!TermRanges.isComparable(value)) {
          yield Predicate.never();
        }
        boolean above =
            operator == Predicate.Operator.GREATER
                || operator == Predicate.Operator.GREATER_OR_EQUAL;
        yield !above && tested instanceof Expression.Call call && value instanceof JsonNumber most
            ? calls.atMost(call, most.doubleValue())
            : exactly(tested, path -> new Predicate.Comparison(path, operator, value));
      }
    };
  }

  private Predicate in(Expression.In in, boolean wanted) {
    List<JsonValue> values = new ArrayList<>();
    for (Expression candidate : in.candidates()) {
      Optional<JsonValue> value = constant(candidate);
      if (value.isEmpty()) {
        return wanted ? ANY : atLeast(in.value(), Predicate.Defined::new);
      }
      value.filter(each -> !each.isUndefined()).ifPresent(values::add);
    }
    return wanted
        ? exactly(in.value(), path -> new Predicate.In(path, values))
        : atLeast(in.value(), Predicate.Defined::new);
  }

  private Predicate between(Expression.Between between, boolean wanted) {
    Optional<JsonValue> low = constant(between.low());
    Optional<JsonValue> high = constant(between.high());
    if (low.isEmpty() || high.isEmpty()) {
      return ANY;
    }
    Expression tested = between.value();
    if (!wanted) {
      return Predicate.or(
          compare(tested, Predicate.Operator.LESS, low.get()),
          compare(tested, Predicate.Operator.GREATER, high.get()));
    }
    return TermRanges.isComparable(low.get()) && TermRanges.isComparable(high.get())
        ? exactly(tested, path -> Predicate.Between.inclusive(path, low.get(), high.get()))
        : Predicate.never();
  }

  private Predicate like(Expression.Like like, boolean wanted) {
    Optional<JsonValue> pattern = constant(like.pattern());
    if (wanted
        && like.escape() == null
        && pattern.orElse(null) instanceof JsonString(String text)) {
      Optional<String> only = LikePattern.of(text, null).onlyMatch();
      return atLeast(
          like.value(),
          path ->
              only.<Predicate>map(match -> Predicate.equal(path, JsonString.of(match)))
                  .orElseGet(() -> new Predicate.Prefix(path, plainStart(text))));
    }
    return atLeast(like.value(), SqlPredicate::isString);
  }

  static Predicate isString(FieldPath path) {
    return new Predicate.OfType(path, ValueType.STRING, ValueType.STRING);
  }

  private static String plainStart(String pattern) {
    int end = 0;
    while (end < pattern.length() && "%_[".indexOf(pattern.charAt(end)) < 0) {
      end++;
    }
    return pattern.substring(0, end);
  }

  /** Some row of a query over elements of the item must pass its filter. */
  private Predicate exists(Query query) {
    if (query.from() == null || !query.groupBy().isEmpty() || Aggregates.areIn(query)) {
      return ANY;
    }
    return Predicate.atLeast(new SqlPredicate(constants, paths.within(query.from())).where(query));
  }

  /** The value of an expression meets a condition, among others that SQL asks for. */
  Predicate atLeast(Expression tested, Function<FieldPath, Predicate> condition) {
    return paths.field(tested).map(condition).map(Predicate::atLeast).orElse(ANY);
  }

  /** The value of an expression meets a condition, and SQL asks for nothing else. */
  Predicate exactly(Expression tested, Function<FieldPath, Predicate> condition) {
    // At a path through arrays SQL asks for one element, and the form for any.
    return paths
        .field(tested)
        .map(
            path ->
                path.hasElements()
                    ? Predicate.atLeast(condition.apply(path))
                    : condition.apply(path))
        .orElse(ANY);
  }

  Optional<FieldPath> field(Expression expression) {
    return paths.field(expression);
  }

  public Optional<IndexPath> path(Expression expression) {
    return paths.path(expression);
  }

  /**
   * The value of an expression, if it is the same for every row. A number that is not finite has no
   * value, but is not undefined in comparisons.
   */
  public Optional<JsonValue> constant(Expression expression) {
    return constants
        .value(expression)
        .filter(
            value ->
                !value.isUndefined()
                    || expression instanceof Expression.Literal
                    || expression instanceof Expression.Parameter);
  }
}
