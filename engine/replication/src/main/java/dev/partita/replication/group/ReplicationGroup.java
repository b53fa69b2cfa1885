package dev.partita.replication.group;

import dev.partita.replication.ReplicationLog;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A node's replica of a replication group: a log that a majority of the {@link Members} keeps, and
 * a state that follows it. Safe for use by any number of threads; no call waits but {@link #close}.
 *
 * <p>As a {@link ReplicationLog} it takes what the leader proposes. {@link
 * dev.partita.replication.Leadership#readBarrier} works on every member, whether it leads or not:
 * it asks the leader how far the log is committed, and completes when so much is applied here.
 */
public interface ReplicationGroup extends ReplicationLog, AutoCloseable {

  /** In place of a node where there is none. */
  int NO_NODE = 0;

  /** Its number in the cluster. */
  int number();

  /**
   * The node that leads, as far as this one knows; {@link #NO_NODE} if it knows of none. A hint:
   * whoever asks that node is told if it is wrong.
   */
  int leader();

  /** The members as the newest entry of its log has them, which may not be committed yet. */
  Members members();

  /**
   * Replaces the members, several at once if need be; at each moment a majority of the old or of
   * both decides. Nodes that are new are given what they lack first, and have the group open by
   * then, with {@link Members#UNKNOWN}. Only the leader can; one that is not a voter any more
   * follows afterwards.
   *
   * @return completes when the new members are committed; fails with {@link
   *     dev.partita.replication.NotLeading} if this node does not lead, with CONFLICT while another
   *     change is under way, with UNAVAILABLE if a new node does not catch up or if this node has
   *     stopped leading meanwhile: then the {@link #members} tell
   */
  CompletableFuture<@Nullable Void> changeMembers(Members members);

  /**
   * Hands leadership on to a voter that is level with this one, or nearly. What is proposed
   * meanwhile is refused or takes its usual way.
   *
   * @param to a voter, or {@link #NO_NODE} for the one that has most
   * @return completes when this node leads no more; fails with {@link
   *     dev.partita.replication.NotLeading} if it did not lead, and with UNAVAILABLE if it leads
   *     still
   */
  CompletableFuture<@Nullable Void> transferLeadership(int to);

  /**
   * Whether the state is that after some entry of the log, so that it may be read at all. False
   * while a replica that was empty or too far behind is given the whole state.
   */
  boolean isReadable();

  GroupStatus status();

  /**
   * Ends taking part, with what is on disk as it stands. What is proposed and has no outcome yet
   * fails as unknown. Closing again does nothing.
   */
  @Override
  void close();
}
