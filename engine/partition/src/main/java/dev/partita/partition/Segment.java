package dev.partita.partition;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.replication.NotLeading;
import dev.partita.replication.ReplicationLog;
import dev.partita.replication.SegmentDrop;
import dev.partita.storage.Snapshot;
import dev.partita.storage.Store;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What one container has in one replication group, on this node: the records of some partitions in
 * one order, and the index over them. Reads that concern many partitions are made here, those of
 * one at the {@link PhysicalPartition}. Safe for use by any number of threads.
 */
public final class Segment {

  private final Store store;
  private final KeySpace keys;
  private final ReadLease lease;
  private final LocalSegmentReader newest;

  public Segment(Store store, KeySpace keys) {
    this(store, keys, ReadLease.ALWAYS);
  }

  /**
   * @param store where all commits of the partitions are visible that were acknowledged
   * @param lease that of the replication group
   */
  public Segment(Store store, KeySpace keys, ReadLease lease) {
    this.store = store;
    this.keys = keys;
    this.lease = lease;
    this.newest = new LocalSegmentReader(this, store, null, ReadOptions.LEADER);
  }

  /**
   * Reads of what the segment is at the moment of each.
   *
   * @throws DatabaseException SESSION_NOT_AVAILABLE if it is behind what the client has seen
   */
  public SegmentReader reader(ReadOptions options) {
    if (options.equals(ReadOptions.LEADER)) {
      return newest;
    }
    LocalSegmentReader reader = new LocalSegmentReader(this, store, null, options);
    reader.requireSeen(options.consistency());
    return reader;
  }

  /**
   * The segment as it is now. The caller closes it.
   *
   * @throws DatabaseException SESSION_NOT_AVAILABLE if it is behind what the client has seen;
   *     UNAVAILABLE if the newest state is asked for and is not for this node to tell; TIMEOUT
   */
  public SegmentSnapshot snapshot(ReadOptions options) {
    options.deadline().require();
    Snapshot snapshot = store.snapshot();
    try {
      requireLease(options.consistency());
      LocalSegmentReader reader = new LocalSegmentReader(this, snapshot, snapshot, options);
      reader.requireSeen(options.consistency());
      return reader;
    } catch (RuntimeException e) {
      snapshot.close();
      throw e;
    }
  }

  /**
   * Removes all that the segment has, at every replica; nothing may write to it any more.
   *
   * @param log that of the replication group
   * @return completes when it is gone here; fails with {@link NotLeading} if nothing was removed
   * @throws NotLeading if nothing was removed
   */
  public CompletableFuture<@Nullable Void> drop(ReplicationLog log) {
    return log.propose(new SegmentDrop(keys.segment(), log.leadership().term())).visible();
  }

  KeySpace keys() {
    return keys;
  }

  Store store() {
    return store;
  }

  /**
   * To be called after the state has been read, or its moment has been fixed.
   *
   * @throws DatabaseException UNAVAILABLE if the state must be the newest and may not be
   */
  void requireLease(ReadConsistency consistency) {
    if (consistency instanceof ReadConsistency.Leader && !lease.isHeld()) {
      throw new DatabaseException(
              ErrorCode.UNAVAILABLE,
              "This node does not lead the partition any more. Ask again: another one does.")
          .with("segment", keys.segment());
    }
  }

  /** The refusal of a read that would not see what the client has seen. */
  static DatabaseException notSeen(int partition, long sessionLsn, long lsn) {
    return new DatabaseException(
            ErrorCode.SESSION_NOT_AVAILABLE,
            "The session has seen a later state of the partition than there is.")
        .with("partition", partition)
        .with("sessionLsn", sessionLsn)
        .with("lsn", lsn);
  }
}
