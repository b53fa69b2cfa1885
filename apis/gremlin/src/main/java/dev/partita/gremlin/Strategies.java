package dev.partita.gremlin;

import dev.partita.base.error.DatabaseException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.configuration2.MapConfiguration;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategies;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.TraversalStrategyProxy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.decoration.OptionsStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.decoration.PartitionStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.decoration.SeedStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.decoration.SubgraphStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.optimization.ProductiveByStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.verification.EdgeLabelVerificationStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.verification.ReadOnlyStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.verification.ReservedKeysVerificationStrategy;
import org.apache.tinkerpop.gremlin.util.GremlinDisabledListDelimiterHandler;
import org.jspecify.annotations.Nullable;

/** Strategies that scripts may ask for, in both notations. Pure functions. */
@SuppressWarnings("rawtypes") // TinkerPop declares classes of strategies as raw types.
final class Strategies {

  /** Strategy with the settings that it has. */
  private record Known(
      Class<? extends TraversalStrategy> kind, boolean withoutSettings, Set<String> settings) {}

  private static final Map<String, Known> KNOWN =
      Map.of(
          "PartitionStrategy",
          new Known(
              PartitionStrategy.class,
              false,
              Set.of("partitionKey", "writePartition", "readPartitions", "includeMetaProperties")),
          "SubgraphStrategy",
          new Known(
              SubgraphStrategy.class,
              false,
              Set.of("vertices", "edges", "vertexProperties", "checkAdjacentVertices")),
          "ReadOnlyStrategy",
          new Known(ReadOnlyStrategy.class, true, Set.of()),
          "SeedStrategy",
          new Known(SeedStrategy.class, false, Set.of("seed")),
          "OptionsStrategy",
          new Known(OptionsStrategy.class, true, Set.of()),
          "ProductiveByStrategy",
          new Known(ProductiveByStrategy.class, true, Set.of("productiveKeys")),
          "EdgeLabelVerificationStrategy",
          new Known(
              EdgeLabelVerificationStrategy.class, false, Set.of("throwException", "logWarning")),
          "ReservedKeysVerificationStrategy",
          new Known(
              ReservedKeysVerificationStrategy.class,
              false,
              Set.of("throwException", "logWarning", "keys")));

  private Strategies() {}

  static boolean isKnown(String name) {
    return name.endsWith("Strategy");
  }

  /** Creates a strategy from {@code new Name(setting: value, …)}, with or without {@code new}. */
  static TraversalStrategyProxy<?> made(String name, Map<String, @Nullable Object> settings) {
    Known known = known(name);
    settings.forEach((setting, value) -> require(name, known, setting, value));
    if (settings.isEmpty() && !known.withoutSettings) {
      throw DatabaseException.badRequest(
              Tokens.COMPILATION + ": the strategy has settings to be made.")
          .with("strategy", name)
          .with("settings", known.settings);
    }
    MapConfiguration configuration = new MapConfiguration(new HashMap<>(settings));
    configuration.setListDelimiterHandler(GremlinDisabledListDelimiterHandler.instance());
    return new TraversalStrategyProxy<>(known.kind, configuration);
  }

  private static Known known(String name) {
    Known known = KNOWN.get(name);
    return known != null ? known : new Known(named(name), true, Set.of());
  }

  private static DatabaseException unknown(String name) {
    return DatabaseException.badRequest(Tokens.COMPILATION + ": scripts cannot have this strategy.")
        .with("strategy", name)
        .with("known", KNOWN.keySet());
  }

  private static void require(String name, Known known, String setting, @Nullable Object value) {
    boolean any = known.kind == OptionsStrategy.class;
    if (value == null || !(any || known.settings.contains(setting))) {
      throw DatabaseException.badRequest(
              Tokens.COMPILATION + ": the strategy has no such setting, or it has no value.")
          .with("strategy", name)
          .with("setting", setting)
          .with("settings", known.settings);
    }
  }

  /** Creates a strategy from {@code Name.build().setting(value).create()}. */
  static TraversalStrategyProxy<?> built(
      String name, Map<String, List<@Nullable Object>> settings) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (Map.Entry<String, List<@Nullable Object>> each : settings.entrySet()) {
      values.put(each.getKey(), value(name, each.getKey(), each.getValue()));
    }
    return made(name, values);
  }

  /** Value of a setting: lists are given as several values, or as one list. */
  private static @Nullable Object value(
      String name, String setting, List<@Nullable Object> arguments) {
    boolean several =
        setting.equals("readPartitions")
            || setting.equals("productiveKeys")
            || setting.equals("keys");
    if (arguments.size() == 1 && (!several || arguments.getFirst() instanceof Collection<?>)) {
      return arguments.getFirst();
    }
    if (several) {
      return arguments;
    }
    throw DatabaseException.badRequest(
            Tokens.COMPILATION + ": a setting of a strategy has one value.")
        .with("strategy", name)
        .with("setting", setting);
  }

  /** Class of a strategy, as {@code withoutStrategies()} names it. */
  static Class<? extends TraversalStrategy> named(String name) {
    return TraversalStrategies.GlobalCache.getRegisteredStrategyClass(name)
        .orElseThrow(() -> unknown(name));
  }
}
