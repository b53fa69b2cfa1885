package dev.partita.graph;

import dev.partita.index.TermRange;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.Compare;
import org.apache.tinkerpop.gremlin.process.traversal.Contains;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Text;
import org.apache.tinkerpop.gremlin.process.traversal.util.AndP;
import org.apache.tinkerpop.gremlin.process.traversal.util.OrP;
import org.jspecify.annotations.Nullable;

/** Predicates of traversals as intervals of the index. */
final class Predicates {

  private static final int RANGES_MAX = 1_000;

  private Predicates() {}

  /** The values that a predicate asks for by name; null if it does not. */
  static @Nullable Set<Object> values(P<?> predicate) {
    if (predicate instanceof OrP || predicate instanceof AndP) {
      return null;
    }
    Object asked = predicate.getValue();
    if (predicate.getBiPredicate() == Compare.eq) {
      return asked == null ? null : Set.of(asked);
    }
    if (predicate.getBiPredicate() == Contains.within && asked instanceof Collection<?> several) {
      Set<Object> values = new LinkedHashSet<>();
      for (Object value : several) {
        if (value == null) {
          return null;
        }
        values.add(value);
      }
      return values;
    }
    return null;
  }

  /** Intervals with all values for which the predicate holds; null if there are none such. */
  static @Nullable List<TermRange> ranges(P<?> predicate) {
    if (predicate instanceof AndP<?> and) {
      return intersection(and);
    }
    if (predicate instanceof OrP<?> or) {
      return union(or);
    }
    Set<Object> values = values(predicate);
    if (values != null) {
      return equal(values);
    }
    JsonValue bound = json(predicate.getValue());
    if (bound == null) {
      return null;
    }
    if (predicate.getBiPredicate() instanceof Compare compare) {
      return switch (compare) {
        case gt -> List.of(TermRange.greaterThan(bound));
        case gte -> List.of(TermRange.atLeast(bound));
        case lt -> List.of(TermRange.lessThan(bound));
        case lte -> List.of(TermRange.atMost(bound));
        default -> null;
      };
    }
    boolean prefix = predicate.getBiPredicate() == Text.startingWith;
    return prefix && bound instanceof JsonString(String text)
        ? List.of(TermRange.startingWith(text))
        : null;
  }

  private static @Nullable List<TermRange> equal(Set<Object> values) {
    List<TermRange> ranges = new ArrayList<>();
    for (Object value : values) {
      JsonValue json = json(value);
      if (json == null || ranges.size() == RANGES_MAX) {
        return null;
      }
      ranges.add(TermRange.equalTo(json));
    }
    return ranges;
  }

  /** It is enough that one of several conditions narrows the search; two intervals are cut. */
  private static @Nullable List<TermRange> intersection(AndP<?> and) {
    List<TermRange> narrowest = null;
    for (P<?> each : and.getPredicates()) {
      List<TermRange> ranges = ranges(each);
      if (ranges == null) {
        continue;
      }
      if (narrowest == null) {
        narrowest = ranges;
      } else if (narrowest.size() == 1 && ranges.size() == 1) {
        narrowest = List.of(narrowest.getFirst().intersect(ranges.getFirst()));
      }
    }
    return narrowest;
  }

  private static @Nullable List<TermRange> union(OrP<?> or) {
    List<TermRange> all = new ArrayList<>();
    for (P<?> each : or.getPredicates()) {
      List<TermRange> ranges = ranges(each);
      if (ranges == null || all.size() + ranges.size() > RANGES_MAX) {
        return null;
      }
      all.addAll(ranges);
    }
    return all;
  }

  private static @Nullable JsonValue json(@Nullable Object value) {
    return switch (value) {
      case String _, Boolean _, Integer _, Long _, Short _, Byte _ -> Values.toJson(value);
      case Double number when Double.isFinite(number) -> Values.toJson(value);
      case Float number when Float.isFinite(number) -> Values.toJson(value);
      case null, default -> null;
    };
  }
}
