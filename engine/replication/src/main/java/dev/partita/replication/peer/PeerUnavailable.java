package dev.partita.replication.peer;

import dev.partita.replication.NotInCharge;
import java.io.Serial;

/**
 * The answer in place of a node that was not reached: it has not received the request, so nothing
 * was done and nothing will be. The caller finds out whether another node is in charge by now.
 */
public final class PeerUnavailable extends NotInCharge {

  @Serial private static final long serialVersionUID = 1L;

  private final int node;

  public PeerUnavailable(int node) {
    super("Node " + node + " cannot be reached.");
    this.node = node;
  }

  /**
   * @param reason a sentence, for logs and people
   */
  public PeerUnavailable(int node, String reason) {
    super("Node " + node + " cannot be reached: " + reason);
    this.node = node;
  }

  /** The number of the node. */
  public int node() {
    return node;
  }
}
