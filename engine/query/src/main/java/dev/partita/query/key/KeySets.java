package dev.partita.query.key;

import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Set of keys for which a condition can be true, as a union of boxes: each box has for some
 * components of the key the possible values; other components can have any. No boxes are no keys.
 * Immutable. Combinations err on the side of more keys, so that the work stays bounded.
 */
record KeySets(List<Map<Integer, Set<JsonValue>>> boxes) {

  /** Largest number of boxes of a conjunction. */
  private static final int MAX_BOXES = 1000;

  /** Largest number of listed keys where several components combine. */
  private static final int MAX_COMBINATIONS = 10_000;

  static final KeySets ALL = new KeySets(List.of(Map.of()));
  static final KeySets NONE = new KeySets(List.of());

  /** Keys that have one of these values as a component. */
  static KeySets of(int component, Set<JsonValue> values) {
    return values.isEmpty() ? NONE : new KeySets(List.of(Map.of(component, values)));
  }

  private boolean isAll() {
    for (Map<Integer, Set<JsonValue>> box : boxes) {
      if (box.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  KeySets and(KeySets other) {
    if (isAll()) {
      return other;
    }
    if (other.isAll()) {
      return this;
    }
    if ((long) boxes.size() * other.boxes.size() > MAX_BOXES) {
      // Either operand alone is a correct superset.
      return boxes.size() <= other.boxes.size() ? this : other;
    }
    List<Map<Integer, Set<JsonValue>>> both = new ArrayList<>();
    for (Map<Integer, Set<JsonValue>> mine : boxes) {
      for (Map<Integer, Set<JsonValue>> theirs : other.boxes) {
        Map<Integer, Set<JsonValue>> box = new HashMap<>(mine);
        theirs.forEach((component, values) -> box.merge(component, values, KeySets::common));
        if (!box.containsValue(Set.of())) {
          both.add(box);
        }
      }
    }
    return new KeySets(both);
  }

  private static Set<JsonValue> common(Set<JsonValue> left, Set<JsonValue> right) {
    Set<JsonValue> common = new LinkedHashSet<>(left);
    common.retainAll(right);
    return common;
  }

  /** Union of many sets. Boxes that constrain the same single component are merged. */
  static KeySets or(List<KeySets> alternatives) {
    Map<Integer, Set<JsonValue>> single = new HashMap<>();
    List<Map<Integer, Set<JsonValue>>> any = new ArrayList<>();
    for (KeySets sets : alternatives) {
      if (sets.isAll()) {
        return ALL;
      }
      for (Map<Integer, Set<JsonValue>> box : sets.boxes) {
        if (box.size() == 1) {
          box.forEach(
              (component, values) ->
                  single.computeIfAbsent(component, _ -> new LinkedHashSet<>()).addAll(values));
        } else {
          any.add(box);
        }
      }
    }
    single.forEach((component, values) -> any.add(Map.of(component, values)));
    return new KeySets(any);
  }

  /** Converts the set to a constraint, for keys of this number of components. */
  KeyConstraint constraint(int components, boolean hierarchical) {
    Set<List<JsonValue>> prefixes = new LinkedHashSet<>();
    for (Map<Integer, Set<JsonValue>> box : boxes) {
      int length = 0;
      long combinations = 1;
      while (length < components
          && box.containsKey(length)
          && combinations * box.get(length).size() <= limit(length)) {
        combinations *= box.get(length).size();
        length++;
      }
      if (length == 0 || (length < components && !hierarchical)) {
        return KeyConstraint.everything();
      }
      prefixes.addAll(combinations(box, length));
    }
    List<List<JsonValue>> shortest = new ArrayList<>(prefixes.size());
    for (List<JsonValue> prefix : prefixes) {
      if (!continues(prefix, prefixes)) {
        shortest.add(prefix);
      }
    }
    return new KeyConstraint.Keys(shortest);
  }

  /** Limit of values of one component, proportional to the length of the query. */
  private static long limit(int length) {
    return length == 0 ? Long.MAX_VALUE : MAX_COMBINATIONS;
  }

  private static List<List<JsonValue>> combinations(Map<Integer, Set<JsonValue>> box, int length) {
    List<List<JsonValue>> all = List.of(List.of());
    for (int i = 0; i < length; i++) {
      List<List<JsonValue>> longer = new ArrayList<>();
      for (List<JsonValue> prefix : all) {
        for (JsonValue value : box.getOrDefault(i, Set.of())) {
          List<JsonValue> next = new ArrayList<>(prefix);
          next.add(value);
          longer.add(next);
        }
      }
      all = longer;
    }
    return all;
  }

  private static boolean continues(List<JsonValue> prefix, Set<List<JsonValue>> all) {
    for (int length = 1; length < prefix.size(); length++) {
      if (all.contains(prefix.subList(0, length))) {
        return true;
      }
    }
    return false;
  }
}
