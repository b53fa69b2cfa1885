package dev.partita.replication.group;

import dev.partita.base.error.DatabaseException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a replica of a group is doing at a moment. Immutable.
 *
 * @param term the newest term that it knows
 * @param leader the node that leads, as far as it knows; {@link ReplicationGroup#NO_NODE} if none
 * @param firstIndex the first entry that its log still has
 * @param lastIndex the last entry that its log has
 * @param commitIndex the last entry of which it knows that it is committed
 * @param appliedIndex the last entry that its state has
 * @param durableIndex the last entry that its state is known to have after a crash; the log is kept
 *     from there on at least
 * @param logBytes about how many bytes of entries the log has
 * @param elections how often it has seen another leader or another term since the start
 * @param isInstalling whether its state is being replaced by that of another replica
 * @param replicas what it knows of the others if it leads; otherwise none
 * @param problem why it takes no part any more, such as a failed sync; null if it does
 */
public record GroupStatus(
    long term,
    int leader,
    long firstIndex,
    long lastIndex,
    long commitIndex,
    long appliedIndex,
    long durableIndex,
    long logBytes,
    long elections,
    boolean isInstalling,
    List<ReplicaStatus> replicas,
    @Nullable DatabaseException problem) {

  public GroupStatus {
    replicas = List.copyOf(replicas);
  }
}
