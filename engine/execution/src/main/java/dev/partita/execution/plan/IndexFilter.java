package dev.partita.execution.plan;

import dev.partita.index.IndexPath;
import dev.partita.index.Indexes;
import dev.partita.index.TermRange;
import dev.partita.index.TermType;
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
import dev.partita.query.spatial.Geospatial;
import dev.partita.query.syntax.BinaryOperator;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.LogicalOperator;
import dev.partita.query.syntax.Planning;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.UnaryOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads off a WHERE clause what the index can say about the items that it lets through. For one
 * query; all that it cannot make out leaves the condition wider, never narrower.
 */
public final class IndexFilter {

  /** More than distances on the earth can differ by from one computation to another. */
  private static final double SLACK_METRES = 1;

  private final Indexes indexes;
  private final ConstantExpressions constants;
  private final SourcePaths paths;
  private final IndexFunctions functions;
  private final boolean isPlane;

  private IndexFilter(
      Indexes indexes, ConstantExpressions constants, SourcePaths paths, boolean isPlane) {
    this.isPlane = isPlane;
    this.indexes = indexes;
    this.constants = constants;
    this.paths = paths;
    this.functions = new IndexFunctions(this);
  }

  public static IndexFilter of(
      Query query, Parameters parameters, ContainerTraits traits, Indexes indexes) {
    ConstantExpressions constants = new ConstantExpressions(traits, parameters);
    return new IndexFilter(
        indexes,
        constants,
        SourcePaths.of(query, constants, traits.computed()),
        traits.geospatial() == Geospatial.GEOMETRY);
  }

  /** The condition of a whole query. */
  public IndexCondition condition(Query query) {
    return query.where() == null ? IndexCondition.ANY_ITEM : where(query.where(), true);
  }

  public SourcePaths paths() {
    return paths;
  }

  /** The condition of items for which an expression can have a truth value. */
  private IndexCondition where(Expression condition, boolean wanted) {
    Planning.step();
    return switch (condition) {
      case Expression.Logical(LogicalOperator operator, List<Expression> operands, _) -> {
        List<IndexCondition> conditions = new ArrayList<>(operands.size());
        for (Expression operand : operands) {
          conditions.add(where(operand, wanted));
        }
        yield operator == (wanted ? LogicalOperator.AND : LogicalOperator.OR)
            ? IndexCondition.and(conditions)
            : IndexCondition.or(conditions);
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

  private static IndexCondition holds(boolean always) {
    return always ? IndexCondition.ANY_ITEM : IndexCondition.NO_ITEM;
  }

  private IndexCondition varying(Expression condition, boolean wanted) {
    return switch (condition) {
      case Expression.Binary(BinaryOperator operator, Expression left, Expression right, _) ->
          constant(right)
              .map(value -> compare(operator, left, value, wanted))
              .or(
                  () ->
                      constant(left).map(value -> compare(turned(operator), right, value, wanted)))
              .orElse(IndexCondition.ANY_ITEM);
      case Expression.In in -> in(in, in.negated() != wanted);
      case Expression.Between between -> between(between, between.negated() != wanted);
      case Expression.Like like -> like(like, like.negated() != wanted);
      case Expression.Call call -> functions.call(call, wanted);
      case Expression.Subquery(Expression.Subquery.Kind kind, Query query, _)
          when kind == Expression.Subquery.Kind.EXISTS && wanted ->
          exists(query);
      case Expression.Reference _, Expression.Member _, Expression.Index _ ->
          exactly(condition, List.of(TermRange.equalTo(JsonBoolean.of(wanted))));
      default -> IndexCondition.ANY_ITEM;
    };
  }

  private static BinaryOperator turned(BinaryOperator operator) {
    return switch (operator) {
      case LESS -> BinaryOperator.GREATER;
      case LESS_OR_EQUAL -> BinaryOperator.GREATER_OR_EQUAL;
      case GREATER -> BinaryOperator.LESS;
      case GREATER_OR_EQUAL -> BinaryOperator.LESS_OR_EQUAL;
      default -> operator;
    };
  }

  private IndexCondition compare(
      BinaryOperator operator, Expression tested, JsonValue value, boolean wanted) {
    return switch (operator) {
      case EQUAL -> equal(tested, value, wanted);
      case NOT_EQUAL -> equal(tested, value, !wanted);
      case LESS -> ordered(tested, value, !wanted, !wanted);
      case LESS_OR_EQUAL -> ordered(tested, value, !wanted, wanted);
      case GREATER -> ordered(tested, value, wanted, !wanted);
      case GREATER_OR_EQUAL -> ordered(tested, value, wanted, wanted);
      default -> IndexCondition.ANY_ITEM;
    };
  }

  private IndexCondition equal(Expression tested, JsonValue value, boolean wanted) {
    if (value.isUndefined()) {
      return IndexCondition.NO_ITEM;
    }
    return wanted
        ? exactly(tested, List.of(TermRange.equalTo(value)))
        : values(tested, TermRange.otherThan(value));
  }

  private IndexCondition ordered(
      Expression tested, JsonValue value, boolean above, boolean inclusive) {
    if (!TermRanges.isComparable(value)) {
      return IndexCondition.NO_ITEM;
    }
    if (!above && tested instanceof Expression.Call call && value instanceof JsonNumber most) {
      return functions.atMost(call, most.doubleValue());
    }
    return exactly(
        tested,
        List.of(above ? TermRanges.above(value, inclusive) : TermRanges.below(value, inclusive)));
  }

  private IndexCondition in(Expression.In in, boolean wanted) {
    List<TermRange> equal = new ArrayList<>();
    for (Expression candidate : in.candidates()) {
      Optional<JsonValue> value = constant(candidate);
      if (value.isEmpty()) {
        return wanted ? IndexCondition.ANY_ITEM : values(in.value(), List.of(TermRange.DEFINED));
      }
      value
          .filter(each -> !each.isUndefined())
          .ifPresent(each -> equal.add(TermRange.equalTo(each)));
    }
    return wanted ? exactly(in.value(), equal) : values(in.value(), List.of(TermRange.DEFINED));
  }

  private IndexCondition between(Expression.Between between, boolean wanted) {
    Optional<JsonValue> low = constant(between.low());
    Optional<JsonValue> high = constant(between.high());
    if (low.isEmpty() || high.isEmpty()) {
      return IndexCondition.ANY_ITEM;
    }
    Expression tested = between.value();
    if (!wanted) {
      return IndexCondition.or(
          List.of(
              ordered(tested, low.get(), false, false), ordered(tested, high.get(), true, false)));
    }
    if (!TermRanges.isComparable(low.get()) || !TermRanges.isComparable(high.get())) {
      return IndexCondition.NO_ITEM;
    }
    return exactly(
        tested,
        List.of(TermRanges.above(low.get(), true).intersect(TermRanges.below(high.get(), true))));
  }

  private IndexCondition like(Expression.Like like, boolean wanted) {
    Optional<JsonValue> pattern = constant(like.pattern());
    if (wanted
        && like.escape() == null
        && pattern.orElse(null) instanceof JsonString(String text)) {
      Optional<String> only = LikePattern.of(text, null).onlyMatch();
      return values(
          like.value(),
          List.of(
              only.map(match -> TermRange.equalTo(JsonString.of(match)))
                  .orElseGet(() -> TermRanges.startingWith(plainStart(text)))));
    }
    return values(like.value(), List.of(TermRange.of(TermType.STRING)));
  }

  private static String plainStart(String pattern) {
    int end = 0;
    while (end < pattern.length() && "%_[".indexOf(pattern.charAt(end)) < 0) {
      end++;
    }
    return pattern.substring(0, end);
  }

  /** Some row of a query over elements of the item must pass its filter. */
  private IndexCondition exists(Query query) {
    if (query.from() == null || !query.groupBy().isEmpty() || Aggregates.areIn(query)) {
      return IndexCondition.ANY_ITEM;
    }
    return new IndexFilter(indexes, constants, paths.within(query.from()), isPlane)
        .condition(query);
  }

  /** The value of an expression has a term in one of the ranges. */
  IndexCondition values(Expression tested, List<TermRange> ranges) {
    return paths.path(tested).map(path -> values(path, ranges)).orElse(IndexCondition.ANY_ITEM);
  }

  /** The same, where the filter asks for nothing else. */
  IndexCondition exactly(Expression tested, List<TermRange> ranges) {
    // An entry of an element does not say which element it was.
    return paths
        .path(tested)
        .map(path -> path.hasElements() ? values(path, ranges) : exactly(path, ranges))
        .orElse(IndexCondition.ANY_ITEM);
  }

  IndexCondition exactly(IndexPath path, List<TermRange> ranges) {
    return indexes.isIndexed(path) ? IndexCondition.exactly(path, ranges) : IndexCondition.ANY_ITEM;
  }

  IndexCondition values(IndexPath path, List<TermRange> ranges) {
    return indexes.isIndexed(path) ? IndexCondition.lookup(path, ranges) : IndexCondition.ANY_ITEM;
  }

  /**
   * There is a shape at a path no farther from another than a distance.
   *
   * @param shape any value; nothing is near to what is no shape
   */
  IndexCondition near(IndexPath path, JsonValue shape, double distance) {
    double reach = distance < 0 ? distance : distance + (isPlane ? 0 : SLACK_METRES);
    return indexes
        .spatial(path)
        .filter(index -> (index.plane() != null) == isPlane)
        .map(index -> index.near(path, shape, reach))
        .map(scans -> scans.isEmpty() ? IndexCondition.NO_ITEM : new IndexCondition.Near(scans))
        .orElse(IndexCondition.ANY_ITEM);
  }

  /** The value is not there. */
  IndexCondition undefined(Expression tested) {
    return paths
        .path(tested)
        .filter(indexes::listsUndefined)
        .map(path -> IndexCondition.exactly(path, List.of(TermRange.of(TermType.UNDEFINED))))
        .orElse(IndexCondition.ANY_ITEM);
  }

  Optional<IndexPath> path(Expression expression) {
    return paths.path(expression);
  }

  IndexCondition isNull(Expression tested) {
    return exactly(tested, List.of(TermRange.equalTo(JsonNull.NULL)));
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
