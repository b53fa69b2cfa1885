package dev.partita.peer;

import java.net.InetSocketAddress;
import java.util.Map;

/**
 * Which nodes the cluster has, and where they are. Asked again and again, since it changes; answers
 * at once. Safe for any number of threads.
 */
public interface PeerDirectory {

  /**
   * Where nodes listen for each other, by their numbers; this node may be among them. Names that
   * are not resolved are looked up at each connection.
   */
  Map<Integer, InetSocketAddress> addresses();

  /** Whether a node was removed from the cluster, so that its certificate is worth nothing. */
  boolean isStruck(int node);

  /** Nodes that are always the same. */
  static PeerDirectory of(Map<Integer, InetSocketAddress> addresses) {
    Map<Integer, InetSocketAddress> fixed = Map.copyOf(addresses);
    return new PeerDirectory() {
      @Override
      public Map<Integer, InetSocketAddress> addresses() {
        return fixed;
      }

      @Override
      public boolean isStruck(int node) {
        return false;
      }
    };
  }
}
