package dev.partita.query.key;

import dev.partita.json.JsonPath;
import dev.partita.json.JsonValue;
import java.util.List;

/**
 * Where items have their partition key: the path of each component. Hierarchical keys can be found
 * by their first components alone, others only as a whole. Immutable.
 */
public record KeyDefinition(List<JsonPath> paths, boolean hierarchical) {

  /** No key that a filter could be about. */
  public static final KeyDefinition NONE = new KeyDefinition(List.of(), false);

  public KeyDefinition {
    paths = List.copyOf(paths);
  }

  /** The key of these paths, and of a kind in the words of clients. */
  public static KeyDefinition of(List<String> paths, String kind) {
    return new KeyDefinition(
        paths.stream().map(JsonPath::parse).toList(), kind.equalsIgnoreCase("MultiHash"));
  }

  /** The key of an item. */
  public List<JsonValue> key(JsonValue item) {
    return paths.stream().map(path -> KeyConstraint.component(path.evaluate(item))).toList();
  }
}
