package dev.partita.execution.plan;

import dev.partita.index.IndexPath;
import dev.partita.index.Indexes;
import dev.partita.index.TermRange;
import dev.partita.index.TermType;
import dev.partita.json.JsonValue;
import dev.partita.plan.FieldPath;
import dev.partita.plan.Predicate;
import dev.partita.plan.ValueType;
import dev.partita.query.syntax.Planning;
import java.util.ArrayList;
import java.util.List;

/**
 * What the indexes of a container can say about the items that a predicate accepts, whichever
 * language it comes from. What they cannot say leaves the condition wider, never narrower. For one
 * query.
 */
public final class IndexSelection {

  /** More than distances on the earth can differ by from one computation to another. */
  private static final double SLACK_METRES = 1;

  private final Indexes indexes;
  private final boolean isPlane;

  /**
   * @param isPlane whether shapes lie on a plane and not on the earth
   */
  public IndexSelection(Indexes indexes, boolean isPlane) {
    this.indexes = indexes;
    this.isPlane = isPlane;
  }

  /** The condition that every item meets which a predicate accepts. */
  public IndexCondition condition(Predicate predicate) {
    Planning.step();
    return switch (predicate) {
      case Predicate.And(List<Predicate> operands) -> IndexCondition.and(all(operands));
      case Predicate.Or(List<Predicate> operands) -> IndexCondition.or(all(operands));
      case Predicate.Not(Predicate.Defined(FieldPath path)) -> undefined(IndexPaths.of(path));
      case Predicate.Not _, Predicate.Residual _ -> IndexCondition.ANY_ITEM;
      case Predicate.Comparison(FieldPath path, Predicate.Operator operator, JsonValue value) ->
          compare(IndexPaths.of(path), operator, value);
      case Predicate.In(FieldPath path, List<JsonValue> values) ->
          lookup(
              path,
              values.stream()
                  .filter(value -> !value.isUndefined())
                  .map(TermRange::equalTo)
                  .toList());
      case Predicate.Between between -> between(between);
      case Predicate.Prefix(FieldPath path, String text) ->
          lookup(path, List.of(TermRanges.startingWith(text)));
      case Predicate.OfType(FieldPath path, ValueType first, ValueType last) ->
          lookup(path, List.of(TermRange.of(type(first), type(last))));
      case Predicate.Defined(FieldPath path) -> lookup(path, List.of(TermRange.DEFINED));
      case Predicate.Near(FieldPath path, JsonValue shape, double distance) ->
          near(IndexPaths.of(path), shape, distance);
    };
  }

  private List<IndexCondition> all(List<Predicate> operands) {
    List<IndexCondition> conditions = new ArrayList<>(operands.size());
    for (Predicate operand : operands) {
      conditions.add(condition(operand));
    }
    return conditions;
  }

  private IndexCondition compare(IndexPath path, Predicate.Operator operator, JsonValue value) {
    if (value.isUndefined()) {
      return IndexCondition.NO_ITEM;
    }
    return switch (operator) {
      case EQUAL -> lookup(path, List.of(TermRange.equalTo(value)));
      case NOT_EQUAL ->
          indexes.isIndexed(path)
              ? IndexCondition.lookup(path, TermRange.otherThan(value))
              : IndexCondition.ANY_ITEM;
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
          TermRanges.isComparable(value)
              ? lookup(path, List.of(range(operator, value)))
              : IndexCondition.NO_ITEM;
    };
  }

  private IndexCondition between(Predicate.Between between) {
    if (!TermRanges.isComparable(between.low()) || !TermRanges.isComparable(between.high())) {
      return IndexCondition.NO_ITEM;
    }
    TermRange above = TermRanges.above(between.low(), between.lowInclusive());
    TermRange below = TermRanges.below(between.high(), between.highInclusive());
    return lookup(between.path(), List.of(above.intersect(below)));
  }

  private static TermRange range(Predicate.Operator operator, JsonValue value) {
    return switch (operator) {
      case EQUAL -> TermRange.equalTo(value);
      case LESS -> TermRanges.below(value, false);
      case LESS_OR_EQUAL -> TermRanges.below(value, true);
      case GREATER -> TermRanges.above(value, false);
      case GREATER_OR_EQUAL -> TermRanges.above(value, true);
      case NOT_EQUAL ->
          throw new IllegalArgumentException("Values other than one are in no one range.");
    };
  }

  private IndexCondition lookup(FieldPath path, List<TermRange> ranges) {
    return lookup(IndexPaths.of(path), ranges);
  }

  private IndexCondition lookup(IndexPath path, List<TermRange> ranges) {
    return indexes.isIndexed(path) ? IndexCondition.exactly(path, ranges) : IndexCondition.ANY_ITEM;
  }

  private IndexCondition undefined(IndexPath path) {
    return indexes.listsUndefined(path)
        ? IndexCondition.exactly(path, List.of(TermRange.of(TermType.UNDEFINED)))
        : IndexCondition.ANY_ITEM;
  }

  private IndexCondition near(IndexPath path, JsonValue shape, double distance) {
    double reach = distance < 0 ? distance : distance + (isPlane ? 0 : SLACK_METRES);
    return indexes
        .spatial(path)
        .filter(index -> (index.plane() != null) == isPlane)
        .map(index -> index.near(path, shape, reach))
        .map(scans -> scans.isEmpty() ? IndexCondition.NO_ITEM : new IndexCondition.Near(scans))
        .orElse(IndexCondition.ANY_ITEM);
  }

  private static TermType type(ValueType type) {
    return switch (type) {
      case NULL -> TermType.NULL;
      case BOOLEAN -> TermType.BOOLEAN;
      case NUMBER -> TermType.NUMBER;
      case STRING -> TermType.STRING;
      case ARRAY -> TermType.ARRAY;
      case OBJECT -> TermType.OBJECT;
    };
  }
}
