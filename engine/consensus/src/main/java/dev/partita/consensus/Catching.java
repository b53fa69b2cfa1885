package dev.partita.consensus;

import dev.partita.base.bytes.Bytes;
import dev.partita.replication.group.ReplicationGroup;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out when a replica that began empty has caught up, and may vote ({@link ReplicaRecord}).
 * Called by one thread at a time.
 */
final class Catching {

  private static final Logger LOG = LoggerFactory.getLogger(Catching.class);

  private final int group;
  private final GroupParts parts;
  private final ReplicaRecord record;
  private volatile long wantedIndex = Long.MAX_VALUE;
  private volatile boolean asking;
  private long askedNanos;

  Catching(int group, GroupParts parts, ReplicaRecord record) {
    this.group = group;
    this.parts = parts;
    this.record = record;
  }

  void tick(RaftReplica replica) {
    if (!record.isJoining()) {
      return;
    }
    if (wantedIndex == Long.MAX_VALUE) {
      ask(replica.leader());
    } else if (replica.log().getLastLogIndex() >= wantedIndex) {
      record.joined();
      LOG.info("The replica of group {} has caught up", group);
    }
  }

  private void ask(int leader) {
    long timeoutMillis = parts.options().electionTimeoutMillis();
    long now = parts.clock().nanos();
    boolean isTooEarly = now - askedNanos < TimeUnit.MILLISECONDS.toNanos(timeoutMillis) / 4;
    if (leader == ReplicationGroup.NO_NODE || asking || isTooEarly) {
      return;
    }
    asking = true;
    askedNanos = now;
    CompletableFuture<byte[]> _ =
        parts
            .messenger()
            .ask(leader, MessageKind.LAST.frame(group), timeoutMillis)
            .whenComplete(
                (answer, _) -> {
                  if (answer != null && answer.length == Long.BYTES) {
                    wantedIndex = Bytes.readLong(answer, 0);
                  }
                  asking = false;
                });
  }
}
