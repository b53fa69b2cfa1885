package dev.partita.index;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a policy says along the paths that it names: a tree with a node for each of them and for
 * what leads there. The most specific rule counts: one for exactly a path before one for a subtree,
 * one for a smaller subtree before one for a larger. Filled once, then only read.
 */
final class PathRules {

  private final Map<String, PathRules> properties = new HashMap<>();
  private @Nullable PathRules elements;
  private @Nullable Boolean value;
  private @Nullable Boolean subtree;
  private @Nullable SpatialIndex valueShapes;
  private @Nullable SpatialIndex subtreeShapes;

  /** A rule that a value is indexed, and nothing within it. */
  static PathRules valueAlone() {
    PathRules rules = new PathRules();
    rules.value = true;
    return rules;
  }

  /**
   * @return false if there is a rule for the same already
   */
  boolean add(PathText.Pattern pattern, boolean included) {
    PathRules node = make(pattern.path());
    if (pattern.ending() == PathText.Ending.SUBTREE) {
      boolean free = node.subtree == null;
      node.subtree = included;
      return free;
    }
    boolean free = node.value == null;
    node.value = included;
    return free;
  }

  /**
   * @return false if there is a spatial index for the same already
   */
  boolean add(PathText.Pattern pattern, SpatialIndex shapes) {
    PathRules node = make(pattern.path());
    if (pattern.ending() == PathText.Ending.SUBTREE) {
      boolean free = node.subtreeShapes == null;
      node.subtreeShapes = shapes;
      return free;
    }
    boolean free = node.valueShapes == null;
    node.valueShapes = shapes;
    return free;
  }

  @Nullable PathRules property(String name) {
    return properties.get(name);
  }

  @Nullable PathRules step(IndexPath.Step step) {
    return switch (step) {
      case IndexPath.Property(String name) -> property(name);
      case IndexPath.Elements _ -> elements;
    };
  }

  @Nullable PathRules elements() {
    return elements;
  }

  /** Whether a value here is indexed, given what holds for the subtree above. */
  boolean includesValue(boolean inherited) {
    return value != null ? value : includesBelow(inherited);
  }

  /** Whether what is below is indexed where nothing else is said. */
  boolean includesBelow(boolean inherited) {
    return subtree != null ? subtree : inherited;
  }

  /** The spatial index of shapes here, given what holds for the subtree above. */
  @Nullable SpatialIndex shapesHere(@Nullable SpatialIndex inherited) {
    return valueShapes != null ? valueShapes : shapesBelow(inherited);
  }

  /** The spatial index of shapes below where nothing else is said. */
  @Nullable SpatialIndex shapesBelow(@Nullable SpatialIndex inherited) {
    return subtreeShapes != null ? subtreeShapes : inherited;
  }

  /** Whether there is a rule for everything below. */
  boolean saysAllBelow() {
    return subtree != null;
  }

  /** Whether something below is indexed though not everything need be. */
  boolean includesAnythingBelow() {
    PathRules each = elements;
    return properties.values().stream().anyMatch(PathRules::includesAnything)
        || (each != null && each.includesAnything());
  }

  private boolean includesAnything() {
    return Boolean.TRUE.equals(value)
        || Boolean.TRUE.equals(subtree)
        || valueShapes != null
        || subtreeShapes != null
        || includesAnythingBelow();
  }

  private PathRules make(IndexPath path) {
    PathRules node = this;
    for (IndexPath.Step step : path.steps()) {
      node =
          switch (step) {
            case IndexPath.Property(String name) ->
                node.properties.computeIfAbsent(name, _ -> new PathRules());
            case IndexPath.Elements _ -> node.makeElements();
          };
    }
    return node;
  }

  private PathRules makeElements() {
    PathRules known = elements;
    if (known == null) {
      known = new PathRules();
      elements = known;
    }
    return known;
  }
}
