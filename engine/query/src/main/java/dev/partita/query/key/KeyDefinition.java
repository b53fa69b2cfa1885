package dev.partita.query.key;

import dev.partita.json.JsonPath;
import dev.partita.json.JsonValue;
import java.util.List;

/**
 * Partition key definition of a container: the path of each component. Hierarchical keys can be
 * found by a prefix of their components, others only as a whole. Immutable.
 */
public record KeyDefinition(List<JsonPath> paths, boolean hierarchical) {

  /** Definition without paths, which no filter constrains. */
  public static final KeyDefinition NONE = new KeyDefinition(List.of(), false);

  public KeyDefinition {
    paths = List.copyOf(paths);
  }

  /** Definition of these paths, and of a kind by its name in the protocol. */
  public static KeyDefinition of(List<String> paths, String kind) {
    return new KeyDefinition(
        paths.stream().map(JsonPath::parse).toList(), kind.equalsIgnoreCase("MultiHash"));
  }

  /** Partition key of an item. */
  public List<JsonValue> key(JsonValue item) {
    return paths.stream().map(path -> KeyConstraint.component(path.evaluate(item))).toList();
  }
}
