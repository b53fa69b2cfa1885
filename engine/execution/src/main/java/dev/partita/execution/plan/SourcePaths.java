package dev.partita.execution.plan;

import dev.partita.index.IndexPath;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.plan.FieldPath;
import dev.partita.query.compile.ComputedProperties;
import dev.partita.query.compile.ConstantExpressions;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.From;
import dev.partita.query.syntax.Query;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where in items the names and expressions of a query find their values. A name whose values do not
 * come from one place in an item, as they are, has none. Immutable.
 */
public final class SourcePaths {

  private final Map<String, FieldPath> names;
  private final ConstantExpressions constants;
  private final ComputedProperties computed;

  private SourcePaths(
      Map<String, FieldPath> names, ConstantExpressions constants, ComputedProperties computed) {
    this.names = names;
    this.constants = constants;
    this.computed = computed;
  }

  /** The names of a query that reads the container. */
  static SourcePaths of(Query query, ConstantExpressions constants, ComputedProperties computed) {
    SourcePaths none = new SourcePaths(Map.of(), constants, computed);
    return query.from() == null ? none : none.within(query.from(), true);
  }

  /** The names in a query within: its own and those around it. */
  SourcePaths within(From from) {
    return within(from, false);
  }

  private SourcePaths within(From from, boolean readsContainer) {
    SourcePaths known = new SourcePaths(new HashMap<>(names), constants, computed);
    boolean first = readsContainer;
    for (From.Source source : from.sources()) {
      Optional<FieldPath> path = known.path(source, first);
      String name = source.boundName();
      if (name != null) {
        known.names.remove(name);
        path.ifPresent(found -> known.names.put(name, found));
      }
      first = false;
    }
    return known;
  }

  private Optional<FieldPath> path(From.Source source, boolean first) {
    if (!(source.collection() instanceof From.Path way)) {
      return Optional.empty();
    }
    FieldPath path =
        first && !names.containsKey(way.root()) ? FieldPath.ROOT : names.get(way.root());
    for (From.Step step : way.steps()) {
      path =
          path == null
              ? null
              : switch (step) {
                case From.Named(String name) -> property(path, name);
                case From.Quoted(String name) -> property(path, name);
                case From.Numbered _ -> path.elements();
              };
    }
    return Optional.ofNullable(
        source instanceof From.Elements && path != null ? path.elements() : path);
  }

  /**
   * Where an index has the value of an expression, if it is a path into an item and nothing else.
   */
  Optional<IndexPath> path(Expression expression) {
    return field(expression).map(IndexPaths::of);
  }

  /** Where the value of an expression is, if it is a path into an item and nothing else. */
  Optional<FieldPath> field(Expression expression) {
    return switch (expression) {
      case Expression.Reference(String name, _) -> Optional.ofNullable(names.get(name));
      case Expression.Member(Expression target, String name, _) ->
          field(target).flatMap(path -> Optional.ofNullable(property(path, name)));
      case Expression.Index(Expression target, Expression index, _) ->
          constants.value(index).flatMap(value -> field(target).flatMap(path -> step(path, value)));
      default -> Optional.empty();
    };
  }

  private Optional<FieldPath> step(FieldPath path, JsonValue index) {
    return switch (index) {
      case JsonString(String name) -> Optional.ofNullable(property(path, name));
      case JsonNumber number when number.isIntegral() -> Optional.of(path.elements());
      default -> Optional.empty();
    };
  }

  private @Nullable FieldPath property(FieldPath path, String name) {
    boolean isComputed = path.steps().isEmpty() && computed.include(name);
    return isComputed ? null : path.property(name);
  }
}
