package dev.partita.cluster;

/**
 * A node as the catalogue has it. Immutable.
 *
 * @param number from 1, given once and never again
 * @param name what operators call it; of one node only
 * @param address where other nodes reach it
 * @param cores how many processors it has
 */
public record NodeEntry(
    int number, String name, String address, NodeLabels labels, int cores, State state) {

  /** What is wanted of a node. The names are part of the disk format. */
  public enum State {
    SERVING,
    /** It is about to be restarted: it leads nothing, and keeps its replicas. */
    DRAINING,
    /** Its replicas go to others, and then it is no node of the cluster any more. */
    LEAVING
  }

  public NodeEntry withState(State changed) {
    return new NodeEntry(number, name, address, labels, cores, changed);
  }

  /** Whether it stays in the cluster. */
  public boolean stays() {
    return state != State.LEAVING;
  }
}
