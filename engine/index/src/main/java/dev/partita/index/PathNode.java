package dev.partita.index;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A place in documents under one policy: its hash, and whether values there are indexed. The tree
 * of them is a cache of what has been met in documents; it grows to a limit, beyond which nodes are
 * made for the moment. Safe for use by any number of threads.
 */
final class PathNode {

  private static final int NODES_MAX = 10_000;

  private final AtomicInteger nodes;
  private final @Nullable PathRules rules;
  private final long hash;
  private final boolean indexed;
  private final boolean inherited;
  private final boolean leadsOn;
  private final @Nullable SpatialIndex shapes;
  private final @Nullable SpatialIndex shapesBelow;
  private final Map<String, PathNode> properties = new ConcurrentHashMap<>(4);
  private volatile @Nullable PathNode elements;

  private PathNode(
      AtomicInteger nodes,
      @Nullable PathRules rules,
      boolean inherited,
      @Nullable SpatialIndex inheritedShapes,
      long hash) {
    this.nodes = nodes;
    this.rules = rules;
    this.hash = hash;
    this.inherited = rules == null ? inherited : rules.includesBelow(inherited);
    this.indexed = rules == null ? inherited : rules.includesValue(inherited);
    this.shapes = rules == null ? inheritedShapes : rules.shapesHere(inheritedShapes);
    this.shapesBelow = rules == null ? inheritedShapes : rules.shapesBelow(inheritedShapes);
    this.leadsOn =
        this.inherited || shapesBelow != null || (rules != null && rules.includesAnythingBelow());
  }

  /**
   * The place of whole documents. What is below has entries as the rules say, but for {@code id},
   * which always has one and nothing within it has, and for what the database adds, which has none.
   */
  static PathNode root(PathRules rules) {
    PathNode root = new PathNode(new AtomicInteger(), rules, false, null, IndexPath.ROOT_HASH);
    root.properties.put(IndexingPolicy.ID, root.fixed(IndexingPolicy.ID, PathRules.valueAlone()));
    for (String name : IndexingPolicy.SYSTEM_PROPERTIES) {
      root.properties.put(name, root.fixed(name, null));
    }
    return root;
  }

  /** A place below, for which the rules of this one do not hold. */
  private PathNode fixed(String name, @Nullable PathRules own) {
    return new PathNode(nodes, own, false, null, IndexPath.hash(hash, name));
  }

  long hash() {
    return hash;
  }

  /** Whether values here have entries. */
  boolean isIndexed() {
    return indexed;
  }

  /** The spatial index of shapes here, if there is one. */
  @Nullable SpatialIndex shapes() {
    return shapes;
  }

  /** Whether anything below may have entries. */
  boolean leadsOn() {
    return leadsOn;
  }

  /** Whether neither a value here nor anything below has entries. */
  boolean isIdle() {
    return !indexed && !leadsOn && shapes == null;
  }

  PathNode property(String name) {
    PathNode known = properties.get(name);
    if (known != null) {
      return known;
    }
    PathNode made =
        new PathNode(
            nodes,
            rules == null ? null : rules.property(name),
            inherited,
            shapesBelow,
            IndexPath.hash(hash, name));
    if (nodes.get() < NODES_MAX && properties.putIfAbsent(name, made) == null) {
      nodes.incrementAndGet();
    }
    return made;
  }

  PathNode elements() {
    PathNode known = elements;
    if (known == null) {
      known =
          new PathNode(
              nodes,
              rules == null ? null : rules.elements(),
              inherited,
              shapesBelow,
              IndexPath.elementsHash(hash));
      elements = known;
    }
    return known;
  }
}
