package dev.partita.partition;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.replication.NotLeading;
import dev.partita.replication.ReplicationLog;
import dev.partita.replication.SegmentDrop;
import dev.partita.storage.Snapshot;
import dev.partita.storage.Store;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
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
    awaitBound(options);
    LocalSegmentReader reader = new LocalSegmentReader(this, store, null, options);
    awaitSeen(options, () -> reader.unseen(options.consistency()));
    return reader;
  }

  /**
   * The segment as it is now. The caller closes it.
   *
   * @throws DatabaseException SESSION_NOT_AVAILABLE if it is behind what the client has seen;
   *     UNAVAILABLE if the newest state is asked for and nobody leads; TIMEOUT
   */
  public SegmentSnapshot snapshot(ReadOptions options) {
    Snapshot snapshot = open(options);
    LocalSegmentReader reader = new LocalSegmentReader(this, snapshot, snapshot, options);
    if (reader.unseen(options.consistency()) == null) {
      return reader;
    }
    reader.close();
    awaitSeen(options, () -> newest.unseen(options.consistency()));
    Snapshot later = store.snapshot();
    return new LocalSegmentReader(this, later, later, options);
  }

  /** A snapshot that is as new as is asked for, but for sessions. */
  Snapshot open(ReadOptions options) {
    options.deadline().require();
    awaitBound(options);
    Snapshot snapshot = store.snapshot();
    if (isProved(options.consistency())) {
      return snapshot;
    }
    snapshot.close();
    awaitNewest(options);
    return store.snapshot();
  }

  /** Waits until the state that is read from now on lacks no more than a bound allows. */
  void awaitBound(ReadOptions options) {
    if (options.consistency() instanceof ReadConsistency.Bounded bounded && !lease.isHeld()) {
      lease.await(options.deadline(), bounded.nanos());
    }
  }

  /**
   * To be called after the state has been read, or its moment has been fixed.
   *
   * @return whether it may be told; if not, {@link #awaitNewest} comes before it is read again
   */
  boolean isProved(ReadConsistency consistency) {
    return consistency instanceof ReadConsistency.Leader ? lease.isHeld() : lease.isReadable();
  }

  /** Waits until whatever is read from now on is as new as this call. */
  void awaitNewest(ReadOptions options) {
    if (!lease.isHeld()) {
      lease.await(options.deadline());
    }
  }

  /**
   * Waits until what a session has seen has arrived here.
   *
   * @param unseen why it cannot be told now; null if it can
   * @throws DatabaseException SESSION_NOT_AVAILABLE if nobody has it
   */
  void awaitSeen(ReadOptions options, Supplier<@Nullable DatabaseException> unseen) {
    if (unseen.get() == null) {
      return;
    }
    awaitNewest(options);
    DatabaseException missing = unseen.get();
    if (missing != null) {
      throw missing;
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
