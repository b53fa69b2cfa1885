package dev.partita.replication.group;

import dev.partita.replication.StateMachine;
import java.util.Collection;

/**
 * What a node has of all replication groups: one log on disk and one way to the other nodes. Safe
 * for use by any number of threads.
 */
public interface ReplicationNode extends AutoCloseable {

  /** The number of this node. */
  int self();

  /**
   * Takes part in a group, from what is on disk on if it did before.
   *
   * @param number of the group in the cluster
   * @param members where a group begins, those it begins with, the same at each of them; {@link
   *     Members#UNKNOWN} where this node comes to others. Of no concern if the node took part
   *     before. A group that begins with this node alone may begin with a state: its log goes on
   *     behind {@link StateMachine#appliedIndex}
   * @param machine is called by one thread at a time, and by the group alone
   * @throws dev.partita.base.error.DatabaseException CORRUPT if the log on disk does not reach to
   *     what the state has; UNAVAILABLE if it cannot be read
   * @throws IllegalStateException if the group is open
   */
  ReplicationGroup open(int number, Members members, StateMachine machine);

  /** The groups that are open. */
  Collection<ReplicationGroup> groups();

  /**
   * Forgets the log of a group that is not open, and of which this node is no member any more: it
   * must not come back under this number of a node.
   */
  void forget(int number);

  /** How many bytes the log of all groups takes on disk. */
  long logBytes();

  /**
   * Makes the state of all groups durable, and cuts off what the log need not have any more. It
   * happens by itself when enough is in the log; asking for it makes the next start shorter.
   */
  void flush();

  /** Closes all groups and the log. Closing again does nothing. */
  @Override
  void close();
}
