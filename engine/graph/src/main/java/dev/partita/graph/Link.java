package dev.partita.graph;

import org.jspecify.annotations.Nullable;

/**
 * An edge as seen from one of its vertices: what the index says of it. Safe for use by any number
 * of threads.
 */
final class Link {

  private final String id;
  private final String label;
  private final Node other;
  private volatile @Nullable EdgeData data;

  /**
   * @param other the vertex at the other end
   */
  Link(String id, String label, Node other) {
    this.id = id;
    this.label = label;
    this.other = other;
  }

  String id() {
    return id;
  }

  String label() {
    return label;
  }

  Node other() {
    return other;
  }

  /** What the edge's item says; null as long as nobody has asked. */
  @Nullable EdgeData data() {
    return data;
  }

  void data(EdgeData read) {
    data = read;
  }
}
