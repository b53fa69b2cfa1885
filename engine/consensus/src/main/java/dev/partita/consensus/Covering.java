package dev.partita.consensus;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Has the state of a replica made durable when enough of its log is not covered, and frees what is
 * cut off then. Safe for use by any number of threads.
 */
final class Covering {

  private final int group;
  private final GroupParts parts;
  private volatile long coveredBytes;
  private volatile @Nullable CompletableFuture<@Nullable Void> underWay;

  Covering(int group, GroupParts parts) {
    this.group = group;
    this.parts = parts;
  }

  /** Covers the log if that is due, or at once. */
  synchronized CompletableFuture<@Nullable Void> cover(RaftReplica replica, boolean atOnce) {
    StoredLog log = replica.log();
    long bytes = log.appendedBytes();
    if (bytes < coveredBytes) {
      // The replica was started again.
      coveredBytes = 0;
    }
    boolean due = atOnce || bytes - coveredBytes >= parts.options().flushBytes();
    // What another replica is being given must not be cut off from what comes behind it.
    if (underWay != null || !due || parts.streams().isGiving(group)) {
      return CompletableFuture.completedFuture(null);
    }
    long first = log.getFirstLogIndex();
    CompletableFuture<@Nullable Void> covered =
        replica
            .cover()
            .whenComplete(
                (_, failure) -> {
                  underWay = null;
                  if (failure == null) {
                    coveredBytes = bytes;
                    compact(log, first);
                  }
                });
    underWay = covered.isDone() ? null : covered;
    return covered;
  }

  private void compact(StoredLog log, long firstBefore) {
    long first = log.getFirstLogIndex();
    if (first > firstBefore) {
      parts.threads().execute(() -> parts.store().compact(group, first));
    }
  }
}
