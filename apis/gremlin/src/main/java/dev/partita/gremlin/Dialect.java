package dev.partita.gremlin;

import dev.partita.base.error.DatabaseException;
import dev.partita.graph.ElementKey;
import dev.partita.graph.Values;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.process.traversal.Compare;
import org.apache.tinkerpop.gremlin.process.traversal.Contains;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Scope;
import org.apache.tinkerpop.gremlin.process.traversal.util.ConnectiveP;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.VertexProperty.Cardinality;
import org.jspecify.annotations.Nullable;

/**
 * Differences between the dialect of the service and TinkerPop: a partition key and an id as an
 * element's id, {@code id} and {@code label} by name, and steps that TinkerPop has removed. Pure
 * functions.
 */
final class Dialect {

  private Dialect() {}

  /**
   * Adds a step to bytecode.
   *
   * @param modulators adds the modulators that follow, for a step that becomes part of another
   */
  static void add(
      Bytecode bytecode,
      String step,
      List<@Nullable Object> arguments,
      Consumer<Bytecode> modulators) {
    Object first = arguments.isEmpty() ? null : arguments.getFirst();
    switch (step) {
      case "V", "E" -> bytecode.addStep(step, ids(arguments).toArray());
      case "has", "property", "by", "hasNot" ->
          bytecode.addStep(step, withTokens(arguments).toArray());
      case "values" -> {
        T token = arguments.size() == 1 ? token(first) : null;
        if (token != null) {
          bytecode.addStep(token == T.id ? "id" : "label");
        } else {
          bytecode.addStep(step, arguments.toArray());
        }
      }
      case "store", "aggregate" -> aggregate(bytecode, step, arguments, modulators);
      default -> bytecode.addStep(step, arguments.toArray());
    }
  }

  /** Collecting lazily is done by another step in this version. */
  private static void aggregate(
      Bytecode bytecode,
      String step,
      List<@Nullable Object> arguments,
      Consumer<Bytecode> modulators) {
    boolean scoped = arguments.size() == 2 && arguments.getFirst() instanceof Scope;
    boolean local = step.equals("store") || (scoped && arguments.getFirst() == Scope.local);
    Object key = arguments.isEmpty() ? null : arguments.getLast();
    if (local) {
      Bytecode inner = new Bytecode();
      inner.addStep("aggregate", key);
      modulators.accept(inner);
      bytecode.addStep("local", inner);
    } else if (scoped) {
      bytecode.addStep("aggregate", key);
    } else {
      bytecode.addStep("aggregate", arguments.toArray());
    }
  }

  /**
   * Adds {@code has()}. TinkerPop takes a traversal in it for a value, which nothing equals; in the
   * dialect it filters: the traversal has to find something, given the value of the property.
   */
  static void addHas(Bytecode bytecode, List<@Nullable Object> arguments) {
    if (arguments.size() != 2 || !(arguments.get(1) instanceof Bytecode given)) {
      if (arguments.stream().anyMatch(Bytecode.class::isInstance)) {
        throw DatabaseException.badRequest(
            Tokens.COMPILATION + ": has() takes a traversal only after the key of a property.");
      }
      bytecode.addStep("has", arguments.toArray());
      return;
    }
    Bytecode inner = new Bytecode();
    switch (arguments.getFirst()) {
      case T token when token == T.id || token == T.label -> inner.addStep(token.name());
      case String key -> inner.addStep("values", key);
      case null, default ->
          throw DatabaseException.badRequest(
              Tokens.COMPILATION + ": has() has the key of a property.");
    }
    given
        .getStepInstructions()
        .forEach(step -> inner.addStep(step.getOperator(), step.getArguments()));
    bytecode.addStep("filter", inner);
  }

  private static List<@Nullable Object> withTokens(List<@Nullable Object> arguments) {
    List<@Nullable Object> changed = new ArrayList<>(arguments);
    int at = !changed.isEmpty() && changed.getFirst() instanceof Cardinality ? 1 : 0;
    T token = changed.size() <= at ? null : token(changed.get(at));
    if (token != null) {
      changed.set(at, token);
    }
    return changed;
  }

  private static @Nullable T token(@Nullable Object name) {
    return "id".equals(name) ? T.id : "label".equals(name) ? T.label : null;
  }

  /** Converts ids, with each pair of a partition key and an id combined into one. */
  static List<@Nullable Object> ids(List<@Nullable Object> arguments) {
    List<@Nullable Object> ids = new ArrayList<>();
    for (Object argument : arguments) {
      if (argument instanceof List<?> pair && isPair(pair)) {
        ids.add(ElementKey.of(Values.partitionValue(pair.get(0)), pair.get(1).toString()));
      } else if (argument instanceof Collection<?> several && arguments.size() == 1) {
        ids.addAll(ids(new ArrayList<>(several)));
        if (several.isEmpty()) {
          ids.add(argument);
        }
      } else if (argument instanceof P<?> predicate) {
        addNamed(predicate, ids);
      } else {
        ids.add(argument);
      }
    }
    return ids;
  }

  /** Adds the values of a predicate in the place of ids. */
  private static void addNamed(P<?> predicate, List<@Nullable Object> ids) {
    Object value = predicate.getValue();
    boolean one = predicate.getBiPredicate() == Compare.eq;
    boolean several = predicate.getBiPredicate() == Contains.within;
    if (predicate instanceof ConnectiveP<?> || !(one || several)) {
      throw DatabaseException.badRequest(
          Tokens.COMPILATION + ": V() and E() take ids, eq() or within(); for others use hasId().");
    }
    if (!(several && value instanceof Collection<?> all)) {
      ids.addAll(ids(Collections.singletonList(value)));
    } else if (all.isEmpty()) {
      // An empty list would not do: without ids V() returns all vertices.
      ids.add(null);
    } else {
      all.forEach(each -> ids.addAll(ids(Collections.singletonList(each))));
    }
  }

  private static boolean isPair(List<?> list) {
    return list.size() == 2 && isScalar(list.get(0)) && list.get(1) instanceof String;
  }

  private static boolean isScalar(@Nullable Object value) {
    return value instanceof String || value instanceof Number || value instanceof Boolean;
  }
}
