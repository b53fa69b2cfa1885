package dev.partita.cluster.placement;

import dev.partita.replication.group.Members;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What leaders of groups are told to do, wherever they are. No call waits. */
public interface GroupLeaders {

  /**
   * As {@link dev.partita.replication.group.ReplicationGroup#changeMembers}, at the node that
   * leads.
   */
  CompletableFuture<@Nullable Void> changeMembers(int leader, int group, Members to);

  /** As {@link dev.partita.replication.group.ReplicationGroup#transferLeadership}. */
  CompletableFuture<@Nullable Void> transferLeadership(int leader, int group, int to);
}
