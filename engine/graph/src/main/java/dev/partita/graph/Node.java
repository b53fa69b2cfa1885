package dev.partita.graph;

import dev.partita.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * A vertex as the cache of a graph knows it: its name, and what has been read of it so far.
 * Neighbours refer to each other, so that walking along cached edges looks nothing up. Safe for use
 * by any number of threads: what it holds is immutable and replaced as a whole.
 */
final class Node {

  private final ElementKey key;
  private final Object age;
  private final int hash;
  // Here as well, since sets of vertices would else follow three references for it.
  private final int idHash;
  private volatile @Nullable String label;
  private volatile @Nullable Adjacency out;
  private volatile @Nullable Adjacency in;
  private volatile @Nullable Known known;
  private volatile long changed;

  /** What a vertex had at a moment; no data if there was no such vertex. */
  record Known(@Nullable VertexData data, int sizeBytes, long epoch) {

    /**
     * @param document of the item; null if there was none
     */
    static Known of(@Nullable JsonObject document, int sizeBytes, long epoch) {
      VertexData data =
          document == null || !VertexShape.isVertex(document) ? null : VertexShape.read(document);
      return new Known(data, sizeBytes, epoch);
    }

    /**
     * The same of a vertex that was written, and that maybe nobody will read.
     *
     * @param document null if it was removed
     */
    static Known written(@Nullable JsonObject document, int sizeBytes, long epoch) {
      return new Known(document == null ? null : VertexShape.unread(document), sizeBytes, epoch);
    }
  }

  /**
   * @param age of the cache, in which this is the one node of its key
   */
  Node(ElementKey key, Object age) {
    this.key = key;
    this.age = age;
    this.hash = key.hashCode();
    this.idHash = key.id().hashCode();
  }

  ElementKey key() {
    return key;
  }

  Object age() {
    return age;
  }

  /** What TinkerPop has every vertex of this id answer to. */
  int idHash() {
    return idHash;
  }

  @Nullable String label() {
    return label;
  }

  void label(String found) {
    label = found;
  }

  @Nullable Adjacency adjacency(boolean outgoing) {
    return outgoing ? out : in;
  }

  void adjacency(boolean outgoing, Adjacency read) {
    if (outgoing) {
      out = read;
    } else {
      in = read;
    }
  }

  @Nullable Known known() {
    return known;
  }

  void known(Known read) {
    known = read;
  }

  /** The epoch in which the vertex itself changed last; its edges do not count. */
  long changed() {
    return changed;
  }

  void changed(long epoch) {
    changed = epoch;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof Node node && hash == node.hash && key.equals(node.key));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return key.toString();
  }
}
