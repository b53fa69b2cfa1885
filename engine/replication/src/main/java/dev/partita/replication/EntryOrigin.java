package dev.partita.replication;

/**
 * Who has proposed an entry, so that a node can find out after a change of leaders whether what it
 * proposed has happened. Immutable.
 *
 * @param node the number of the node, at most 65,535
 * @param proposal counts what the node has proposed
 */
public record EntryOrigin(int node, long proposal) {

  static final int NODE_MAX = 0xFFFF;

  public EntryOrigin {
    if (node < 0 || node > NODE_MAX) {
      throw new IllegalArgumentException("The number of the node is out of range: " + node);
    }
  }
}
