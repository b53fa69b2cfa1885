package dev.partita.gremlin;

import dev.partita.base.error.DatabaseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.decoration.PartitionStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.verification.ReadOnlyStrategy;
import org.jspecify.annotations.Nullable;

/** The strategies that scripts may ask for, in either way of writing. */
final class Strategies {

  private static final Set<String> KNOWN = Set.of("PartitionStrategy", "ReadOnlyStrategy");

  private Strategies() {}

  static boolean isKnown(String name) {
    return name.endsWith("Strategy");
  }

  /** {@code new Name(setting: value, …)}. */
  static TraversalStrategy<?> made(String name, List<@Nullable Object> arguments) {
    if (arguments.isEmpty()) {
      return built(name, Map.of());
    }
    throw DatabaseException.badRequest(
            "A strategy with settings is written Name.build().setting(value).create().")
        .with("strategy", name);
  }

  /** {@code Name.build().setting(value).create()}. */
  static TraversalStrategy<?> built(String name, Map<String, List<@Nullable Object>> settings) {
    return switch (name) {
      case "PartitionStrategy" -> partition(settings);
      case "ReadOnlyStrategy" -> ReadOnlyStrategy.instance();
      default ->
          throw DatabaseException.badRequest(
                  Tokens.COMPILATION + ": scripts cannot have this strategy.")
              .with("strategy", name)
              .with("known", KNOWN);
    };
  }

  private static PartitionStrategy partition(Map<String, List<@Nullable Object>> settings) {
    PartitionStrategy.Builder builder = PartitionStrategy.build();
    for (Map.Entry<String, List<@Nullable Object>> setting : settings.entrySet()) {
      List<String> texts = texts(setting.getValue());
      String first = texts.isEmpty() ? "" : texts.getFirst();
      var _ =
          switch (setting.getKey()) {
            case "partitionKey" -> builder.partitionKey(first);
            case "writePartition" -> builder.writePartition(first);
            case "readPartitions" -> builder.readPartitions(texts.toArray(new String[0]));
            default ->
                throw DatabaseException.badRequest("The strategy has no such setting.")
                    .with("setting", setting.getKey());
          };
    }
    return builder.create();
  }

  private static List<String> texts(List<@Nullable Object> values) {
    List<String> texts = new ArrayList<>();
    for (Object value : values) {
      if (value instanceof Collection<?> several) {
        several.forEach(each -> texts.add(String.valueOf(each)));
      } else {
        texts.add(String.valueOf(value));
      }
    }
    return texts;
  }
}
