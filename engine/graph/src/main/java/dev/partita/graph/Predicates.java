package dev.partita.graph;

import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.plan.FieldPath;
import dev.partita.plan.Predicate;
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

/** Predicates of traversals as predicates over documents. Pure functions. */
final class Predicates {

  private static final int VALUES_MAX = 1_000;

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

  /**
   * A predicate that holds wherever one of a traversal does, of the values of a property at a path:
   * a residual if there is none that narrows anything.
   */
  static Predicate of(P<?> asked, FieldPath path) {
    Predicate necessary = necessary(asked, path);
    return necessary == null ? new Predicate.Residual() : Predicate.atLeast(necessary);
  }

  private static @Nullable Predicate necessary(P<?> asked, FieldPath path) {
    if (asked instanceof AndP<?> and) {
      return all(and, path);
    }
    if (asked instanceof OrP<?> or) {
      return any(or, path);
    }
    Set<Object> values = values(asked);
    if (values != null) {
      return in(values, path);
    }
    JsonValue bound = json(asked.getValue());
    if (bound == null) {
      return null;
    }
    if (asked.getBiPredicate() instanceof Compare compare) {
      Predicate.Operator operator = operator(compare);
      return operator == null ? null : new Predicate.Comparison(path, operator, bound);
    }
    boolean prefix = asked.getBiPredicate() == Text.startingWith;
    return prefix && bound instanceof JsonString(String text)
        ? new Predicate.Prefix(path, text)
        : null;
  }

  private static Predicate.@Nullable Operator operator(Compare compare) {
    return switch (compare) {
      case gt -> Predicate.Operator.GREATER;
      case gte -> Predicate.Operator.GREATER_OR_EQUAL;
      case lt -> Predicate.Operator.LESS;
      case lte -> Predicate.Operator.LESS_OR_EQUAL;
      default -> null;
    };
  }

  private static @Nullable Predicate in(Set<Object> values, FieldPath path) {
    List<JsonValue> several = new ArrayList<>();
    for (Object value : values) {
      JsonValue json = json(value);
      if (json == null || several.size() == VALUES_MAX) {
        return null;
      }
      several.add(json);
    }
    return new Predicate.In(path, several);
  }

  /**
   * One of several conditions is enough to narrow the search; a lower and an upper bound, which one
   * value must meet, are an interval.
   */
  private static @Nullable Predicate all(AndP<?> and, FieldPath path) {
    Predicate first = null;
    Predicate.Comparison low = null;
    Predicate.Comparison high = null;
    for (P<?> each : and.getPredicates()) {
      Predicate necessary = necessary(each, path);
      first = first == null ? necessary : first;
      if (necessary instanceof Predicate.Comparison comparison) {
        boolean lower =
            comparison.operator() == Predicate.Operator.GREATER
                || comparison.operator() == Predicate.Operator.GREATER_OR_EQUAL;
        low = lower && low == null ? comparison : low;
        high = !lower && high == null ? comparison : high;
      }
    }
    return low == null || high == null
        ? first
        : new Predicate.Between(
            path,
            low.value(),
            low.operator() == Predicate.Operator.GREATER_OR_EQUAL,
            high.value(),
            high.operator() == Predicate.Operator.LESS_OR_EQUAL);
  }

  private static @Nullable Predicate any(OrP<?> or, FieldPath path) {
    List<Predicate> any = new ArrayList<>();
    for (P<?> each : or.getPredicates()) {
      Predicate necessary = necessary(each, path);
      if (necessary == null || any.size() == VALUES_MAX) {
        return null;
      }
      any.add(necessary);
    }
    return new Predicate.Or(any);
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
