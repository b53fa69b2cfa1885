package dev.partita.replication;

import java.io.Serial;

/**
 * The answer of a node that does not lead the replication group, or no longer in the term that was
 * asked for. The caller asks the leader, or waits until there is one.
 */
public final class NotLeading extends NotInCharge {

  @Serial private static final long serialVersionUID = 1L;

  public NotLeading() {
    super("This node does not lead the partition's replication group.");
  }
}
