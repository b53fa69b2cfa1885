package dev.partita.collection;

import dev.partita.bson.BsonPath;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Collation;
import dev.partita.mql.query.DocumentFilter;
import dev.partita.mql.query.IndexBounds;
import dev.partita.mql.query.Predicate;
import dev.partita.mql.query.ValueTest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a filter says of the values at single paths, as far as indexes can use it: every document
 * that matches has, at each path, a value in one interval of each list. They are the {@link
 * IndexBounds} of the language in the encoding of keys. Immutable.
 */
public final class FilterBounds {

  /** Nothing is known. */
  public static final FilterBounds NONE = new FilterBounds(Map.of(), Map.of());

  private static final int INTERVALS_MAX = 1_000;

  // By path, one list of intervals for each condition.
  private final Map<String, List<List<Interval>>> conditions;
  private final Map<String, BsonValue> equalities;

  private FilterBounds(
      Map<String, List<List<Interval>>> conditions, Map<String, BsonValue> equalities) {
    this.conditions = conditions;
    this.equalities = equalities;
  }

  /**
   * The bounds of a filter.
   *
   * @param collation by which the filter compares strings; null for their bytes
   */
  static FilterBounds of(DocumentFilter filter, @Nullable Collation collation) {
    FilterBounds bounds = new FilterBounds(new LinkedHashMap<>(), new LinkedHashMap<>());
    bounds.collect(filter.predicate(), collation);
    return bounds;
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

  private void collect(Predicate filter, @Nullable Collation collation) {
    switch (filter) {
      case Predicate.And(List<Predicate> parts) -> parts.forEach(part -> collect(part, collation));
      case Predicate.OnPath(BsonPath path, ValueTest test) ->
          collect(path.toString(), path, test, collation);
      // Negations, alternatives and what is computed say nothing of one path.
      case Predicate.Or _, Predicate.Not _, Predicate.Computed _, Predicate.Schema _ -> {}
    }
  }

  private void collect(String name, BsonPath path, ValueTest test, @Nullable Collation collation) {
    List<Interval> intervals = intervals(path, test);
    // Keys have strings by their bytes, which a collation may hold equal to others.
    if (intervals == null
        || (collation != null && intervals.stream().anyMatch(Interval::hasText))) {
      return;
    }
    conditions.computeIfAbsent(name, _ -> new ArrayList<>()).add(intervals);
    BsonValue only = only(test);
    if (only != null && only.type() != BsonType.REGEX && !only.isArray()) {
      equalities.putIfAbsent(name, only);
    }
  }

  /** Null if indexes are of no use. */
  private static @Nullable List<Interval> intervals(BsonPath path, ValueTest test) {
    if (test instanceof ValueTest.Compare compare && compare.operand().isNullish()) {
      return compare.relation() == ValueTest.Relation.EQUAL ? List.of(Interval.nullish()) : null;
    }
    IndexBounds bounds = IndexBounds.of(path, test);
    return bounds == null || bounds.intervals().size() > INTERVALS_MAX
        ? null
        : bounds.intervals().stream().map(Interval::of).toList();
  }

  /** The value that a test requires; null if it requires none, or one of several. */
  private static @Nullable BsonValue only(ValueTest test) {
    return switch (test) {
      case ValueTest.Compare compare when compare.relation() == ValueTest.Relation.EQUAL ->
          compare.operand();
      case ValueTest.In in
          when in.sorted().size() == 1 && in.patterns().isEmpty() && !in.acceptsNull() ->
          in.sorted().getFirst();
      default -> null;
    };
  }
}
