package dev.partita.index;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What of a container's documents is indexed. Immutable; equal if it says the same in the same
 * words.
 *
 * <p>With indexing on, {@code id} and {@code _ts} always are. The other system properties never
 * are.
 */
public final class IndexingPolicy {

  static final String ID = "id";
  static final String TIME = "_ts";

  /** Properties that the database adds to documents. */
  static final Set<String> SYSTEM_PROPERTIES =
      Set.of("_rid", "_self", "_etag", "_attachments", TIME);

  /** Nothing is indexed. */
  public static final IndexingPolicy NONE =
      fromJson(
          JsonObject.builder()
              .put("indexingMode", "none")
              .put("automatic", false)
              .put("includedPaths", JsonArray.EMPTY)
              .put("excludedPaths", JsonArray.EMPTY)
              .build());

  /** Everything is indexed, as it is where nothing is said. */
  public static final IndexingPolicy DEFAULT = fromJson(JsonObject.EMPTY);

  private final JsonObject json;
  private final boolean on;
  private final PathRules rules;
  private final Set<IndexPath> explicit;
  private final List<CompositeIndex> composites;

  IndexingPolicy(
      JsonObject json,
      boolean on,
      PathRules rules,
      Set<IndexPath> explicit,
      List<CompositeIndex> composites) {
    this.json = json;
    this.on = on;
    this.rules = rules;
    this.explicit = Set.copyOf(explicit);
    this.composites = List.copyOf(composites);
  }

  /**
   * Reads a policy as clients write it.
   *
   * @throws DatabaseException BAD_REQUEST if it is not one, UNSUPPORTED if it asks for something
   *     that is not offered; the message names it
   */
  public static IndexingPolicy fromJson(JsonValue json) {
    return PolicyReader.read(json);
  }

  /** The policy with everything that it left to the default. */
  public JsonObject toJson() {
    return json;
  }

  /** Whether anything is indexed at all. */
  public boolean isOn() {
    return on;
  }

  public List<CompositeIndex> composites() {
    return composites;
  }

  /** Whether every value at a path has an entry. */
  public boolean includes(IndexPath path) {
    if (!on) {
      return false;
    }
    if (isAlways(path)) {
      return path.equals(IndexPath.of(ID)) || path.equals(IndexPath.of(TIME));
    }
    PathRules node = rules;
    boolean inherited = false;
    for (IndexPath.Step step : path.steps()) {
      inherited = node == null ? inherited : node.includesBelow(inherited);
      node = node == null ? null : node.step(step);
    }
    return node == null ? inherited : node.includesValue(inherited);
  }

  /** The spatial index of the shapes at a path; null if there is none. */
  public @Nullable SpatialIndex spatial(IndexPath path) {
    if (!on || isAlways(path)) {
      return null;
    }
    PathRules node = rules;
    SpatialIndex inherited = null;
    for (IndexPath.Step step : path.steps()) {
      inherited = node == null ? inherited : node.shapesBelow(inherited);
      node = node == null ? null : node.step(step);
    }
    return node == null ? inherited : node.shapesHere(inherited);
  }

  /** Whether the path is of a property for which there are no rules. */
  private static boolean isAlways(IndexPath path) {
    return path.steps().isEmpty()
        || (path.steps().getFirst() instanceof IndexPath.Property(String name)
            && (name.equals(ID) || SYSTEM_PROPERTIES.contains(name)));
  }

  /** Whether items without a value at a path have an entry that says so. */
  public boolean listsUndefined(IndexPath path) {
    return explicit.contains(path);
  }

  /** The paths whose missing values have entries. */
  Set<IndexPath> explicit() {
    return explicit;
  }

  PathRules rules() {
    return rules;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof IndexingPolicy policy && json.equals(policy.json);
  }

  @Override
  public int hashCode() {
    return json.hashCode();
  }

  @Override
  public String toString() {
    return json.toString();
  }
}
