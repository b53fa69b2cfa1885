package dev.partita.collection;

import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a filter says of the values at single paths, as far as indexes can use it: every document
 * that matches has, at each path, a value in one interval of each list. Immutable.
 */
public final class FilterBounds {

  /** Nothing is known. */
  public static final FilterBounds NONE = new FilterBounds(Map.of(), Map.of());

  private static final int POINTS_MAX = 1_000;

  // By path, one list of intervals for each condition.
  private final Map<String, List<List<Interval>>> conditions;
  private final Map<String, BsonValue> equalities;

  private FilterBounds(
      Map<String, List<List<Interval>>> conditions, Map<String, BsonValue> equalities) {
    this.conditions = conditions;
    this.equalities = equalities;
  }

  /**
   * @param filter a filter that compares strings by their bytes
   */
  public static FilterBounds of(BsonDocument filter) {
    Map<String, List<List<Interval>>> conditions = new LinkedHashMap<>();
    Map<String, BsonValue> equalities = new LinkedHashMap<>();
    collect(filter, conditions, equalities);
    return new FilterBounds(conditions, equalities);
  }

  /** The value that the filter requires at a path; null if it requires none, or more than that. */
  @Nullable BsonValue equality(String path) {
    return equalities.get(path);
  }

  Set<String> paths() {
    return conditions.keySet();
  }

  /** Intervals for documents whose paths have no arrays: all conditions together. */
  List<Interval> combined(String path) {
    List<List<Interval>> all = conditions.getOrDefault(path, List.of());
    if (all.isEmpty()) {
      return List.of();
    }
    List<Interval> combined = all.getFirst();
    for (List<Interval> other : all.subList(1, all.size())) {
      List<Interval> both = new ArrayList<>();
      for (Interval first : combined) {
        for (Interval second : other) {
          Interval common = first.intersect(second);
          if (common != null) {
            both.add(common);
          }
        }
      }
      combined = both;
    }
    return combined;
  }

  /** Intervals for any documents: those of one condition, the narrowest by its kind. */
  List<Interval> single(String path) {
    List<List<Interval>> all = conditions.getOrDefault(path, List.of());
    return all.stream()
        .filter(each -> each.stream().allMatch(Interval::isPoint))
        .findFirst()
        .orElse(all.isEmpty() ? List.of() : all.getFirst());
  }

  private static void collect(
      BsonDocument filter,
      Map<String, List<List<Interval>>> conditions,
      Map<String, BsonValue> equalities) {
    for (BsonElement element : filter) {
      BsonValue value = element.value();
      if (element.name().equals("$and") && value.isArray()) {
        for (BsonValue part : value.asArray()) {
          if (part.isDocument()) {
            collect(part.asDocument(), conditions, equalities);
          }
        }
      } else if (!element.name().startsWith("$")) {
        path(element.name(), value, conditions, equalities);
      }
    }
  }

  private static void path(
      String path,
      BsonValue value,
      Map<String, List<List<Interval>>> conditions,
      Map<String, BsonValue> equalities) {
    if (!isOperators(value)) {
      add(path, equal(value), conditions);
      equality(path, value, equalities);
      return;
    }
    for (BsonElement operator : value.asDocument()) {
      BsonValue operand = operator.value();
      switch (operator.name()) {
        case "$eq" -> {
          add(path, equal(operand), conditions);
          equality(path, operand, equalities);
        }
        case "$in" -> add(path, in(operand), conditions);
        case "$gt" -> add(path, compared(operand, true, false), conditions);
        case "$gte" -> add(path, compared(operand, true, true), conditions);
        case "$lt" -> add(path, compared(operand, false, false), conditions);
        case "$lte" -> add(path, compared(operand, false, true), conditions);
        default -> {
          // The filter itself looks at it.
        }
      }
    }
  }

  private static void equality(String path, BsonValue value, Map<String, BsonValue> equalities) {
    if (value.type() != BsonType.REGEX && !value.isArray()) {
      equalities.putIfAbsent(path, value);
    }
  }

  private static void add(
      String path, @Nullable List<Interval> intervals, Map<String, List<List<Interval>>> to) {
    if (intervals != null) {
      to.computeIfAbsent(path, _ -> new ArrayList<>()).add(intervals);
    }
  }

  /** Whether a value is conditions rather than a document to compare with. */
  private static boolean isOperators(BsonValue value) {
    return value.isDocument()
        && !value.asDocument().isEmpty()
        && value.asDocument().first().name().startsWith("$");
  }

  /** Null if indexes are of no use. */
  private static @Nullable List<Interval> equal(BsonValue value) {
    return switch (value.type()) {
      // An array is equal as a whole or as an element, and expressions are matched.
      case ARRAY, REGEX -> null;
      case NULL, UNDEFINED -> List.of(Interval.nullish());
      default -> List.of(Interval.point(value));
    };
  }

  private static @Nullable List<Interval> in(BsonValue operand) {
    if (!operand.isArray()) {
      return null;
    }
    List<Interval> points = new ArrayList<>();
    for (BsonValue each : operand.asArray()) {
      List<Interval> point = equal(each);
      if (point == null || points.size() == POINTS_MAX) {
        return null;
      }
      points.addAll(point);
    }
    return points;
  }

  private static @Nullable List<Interval> compared(
      BsonValue operand, boolean greater, boolean included) {
    return switch (operand.type()) {
      // They compare with values of other types, or as wholes and as elements.
      case ARRAY, MIN_KEY, MAX_KEY, REGEX, DOCUMENT -> null;
      case NULL, UNDEFINED -> List.of(Interval.nullish());
      default ->
          List.of(greater ? Interval.greater(operand, included) : Interval.less(operand, included));
    };
  }
}
