package dev.partita.query.key;

import dev.partita.json.JsonString;
import dev.partita.query.compile.ComputedProperties;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.From;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Mapping from expressions of a query to components of the partition key of its items. Immutable.
 */
final class KeyPaths {

  /** Names of FROM that stand for an item or a property of it, with the path. */
  private final Map<String, List<String>> names;

  private final KeyDefinition key;
  private final ComputedProperties computed;

  private KeyPaths(
      Map<String, List<String>> names, KeyDefinition key, ComputedProperties computed) {
    this.names = names;
    this.key = key;
    this.computed = computed;
  }

  static KeyPaths of(From from, KeyDefinition key, ComputedProperties computed) {
    return new KeyPaths(bind(from, Map.of(), true), key, computed);
  }

  /** Mapping for a subquery, whose FROM may refer to the names known here. */
  KeyPaths within(@Nullable From from) {
    return from == null ? this : new KeyPaths(bind(from, names, false), key, computed);
  }

  private static Map<String, List<String>> bind(
      From from, Map<String, List<String>> outer, boolean outermost) {
    Map<String, List<String>> names = new HashMap<>(outer);
    boolean first = outermost;
    for (From.Source source : from.sources()) {
      String name = source.boundName();
      Optional<List<String>> steps =
          source instanceof From.Whole whole && whole.collection() instanceof From.Path path
              ? steps(path, names, first)
              : Optional.empty();
      if (name != null) {
        names.remove(name);
        steps.ifPresent(way -> names.put(name, way));
      }
      first = false;
    }
    return names;
  }

  private static Optional<List<String>> steps(
      From.Path path, Map<String, List<String>> names, boolean first) {
    List<String> start = first ? List.of() : names.get(path.root());
    if (start == null) {
      return Optional.empty();
    }
    List<String> steps = new ArrayList<>(start);
    for (From.Step step : path.steps()) {
      switch (step) {
        case From.Named(String name) -> steps.add(name);
        case From.Quoted(String name) -> steps.add(name);
        case From.Numbered _ -> {
          return Optional.empty();
        }
      }
    }
    return Optional.of(steps);
  }

  /** Index of the component that an expression reads, if it reads one. */
  Optional<Integer> component(Expression expression) {
    List<String> steps = new ArrayList<>();
    Expression part = expression;
    while (!(part instanceof Expression.Reference)) {
      switch (part) {
        case Expression.Member(Expression target, String name, _) -> {
          steps.add(name);
          part = target;
        }
        case Expression.Index(
                Expression target,
                Expression.Literal(JsonString(String name), _),
                _) -> {
          steps.add(name);
          part = target;
        }
        default -> {
          return Optional.empty();
        }
      }
    }
    List<String> start = names.get(((Expression.Reference) part).name());
    if (start == null) {
      return Optional.empty();
    }
    Collections.reverse(steps);
    List<String> whole = new ArrayList<>(start);
    whole.addAll(steps);
    return component(whole);
  }

  private Optional<Integer> component(List<String> steps) {
    for (int i = 0; i < key.paths().size(); i++) {
      List<String> path = key.paths().get(i).steps();
      if (path.equals(steps) && !computed.include(path.getFirst())) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }
}
