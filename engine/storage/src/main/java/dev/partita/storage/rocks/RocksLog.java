package dev.partita.storage.rocks;

import dev.partita.base.concurrent.Uninterruptibly;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.storage.StoreHealth;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Group sync of the log, which makes writes durable and then visible. A thread of its own syncs;
 * batches that are written meanwhile share the next sync. Safe for use by any number of threads,
 * inside counted calls of the store.
 *
 * <p>What must stay true: the visible snapshot contains nothing that a crash could undo. It is
 * taken before a sync and published after it, so all of it is in the part of the log that was
 * synced.
 *
 * <p>If a sync fails, it is unknown how much of the log is on the disk, and syncing again does not
 * tell. Nothing more is written then until the store is opened anew.
 */
final class RocksLog {

  /** Syncs the log to the disk. */
  interface Sync {
    void run() throws RocksDBException;

    /** Called before the snapshot is taken that {@link #run} makes durable. */
    default void prepare() {}

    /**
     * Called after it.
     *
     * @param sequence the last operation that is durable
     */
    default void done(long sequence) {}
  }

  private final RocksDB database;
  private final Sync sync;
  private final Clock clock;
  private final Queue<CompletableFuture<@Nullable Void>> written = new ConcurrentLinkedQueue<>();
  private final Thread syncing;
  private volatile SharedSnapshot visible;
  private volatile @Nullable Throwable failure;
  private volatile boolean closing;
  private volatile long syncs;
  private volatile long syncNanos;
  private volatile long slowSyncs;

  RocksLog(RocksDB database, Sync sync, Clock clock) {
    this.database = database;
    this.sync = sync;
    this.clock = clock;
    visible = new SharedSnapshot(database, database.getSnapshot());
    syncing = Thread.ofPlatform().daemon().name("partita-sync").start(this::run);
  }

  /**
   * @throws DatabaseException UNAVAILABLE if the log could not be synced once
   */
  void requireSound() {
    DatabaseException known = failure();
    if (known != null) {
      throw known;
    }
  }

  /** Why nothing is written any more; null while all is well. */
  @Nullable DatabaseException failure() {
    Throwable known = failure;
    return known == null ? null : broken(known);
  }

  /** Completes when all that was written before the call is durable and visible. */
  CompletableFuture<@Nullable Void> durable() {
    CompletableFuture<@Nullable Void> answer = new CompletableFuture<>();
    written.add(answer);
    LockSupport.unpark(syncing);
    return answer;
  }

  /** The durable snapshot, for the caller to release. */
  SharedSnapshot visible() {
    SharedSnapshot snapshot = visible;
    while (!snapshot.tryUse()) {
      snapshot = visible;
    }
    return snapshot;
  }

  /** How often the log was synced. */
  long syncs() {
    return syncs;
  }

  /** How long all the syncs took. */
  long syncNanos() {
    return syncNanos;
  }

  /** How many of them took {@link StoreHealth#SLOW_SYNC_NANOS} or longer. */
  long slowSyncs() {
    return slowSyncs;
  }

  /** Syncs what is left; to be called after the last write. */
  void close() {
    closing = true;
    LockSupport.unpark(syncing);
    Uninterruptibly.join(syncing);
    visible.release();
  }

  private void run() {
    List<CompletableFuture<@Nullable Void>> covered = new ArrayList<>();
    while (true) {
      boolean last = closing;
      for (var next = written.poll(); next != null; next = written.poll()) {
        covered.add(next);
      }
      if (!covered.isEmpty()) {
        sync(covered);
        covered.clear();
      } else if (last) {
        return;
      } else {
        LockSupport.park(this);
      }
    }
  }

  private void sync(List<CompletableFuture<@Nullable Void>> covered) {
    if (failure == null) {
      trySync();
    }
    Throwable known = failure;
    for (CompletableFuture<@Nullable Void> answer : covered) {
      if (known == null) {
        answer.complete(null);
      } else {
        answer.completeExceptionally(broken(known));
      }
    }
  }

  /** Catches everything, since every pending write waits for the outcome. */
  @SuppressWarnings("CatchingUnchecked")
  private void trySync() {
    try {
      sync.prepare();
      SharedSnapshot next = new SharedSnapshot(database, database.getSnapshot());
      long startNanos = clock.nanos();
      try {
        sync.run();
      } catch (Throwable e) {
        next.release();
        throw e;
      }
      count(clock.nanos() - startNanos);
      sync.done(next.sequence());
      SharedSnapshot before = visible;
      visible = next;
      before.release();
    } catch (RocksDBException e) {
      failure = RocksErrors.translate(e);
    } catch (Throwable e) {
      failure = e;
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread counts
  private void count(long nanos) {
    syncs++;
    syncNanos += nanos;
    if (nanos >= StoreHealth.SLOW_SYNC_NANOS) {
      slowSyncs++;
    }
  }

  private static DatabaseException broken(Throwable cause) {
    return new DatabaseException(
            ErrorCode.UNAVAILABLE,
            "The log could not be synced to the disk, so nothing more is written. See to the disk"
                + " and start again; what was refused since may or may not be there then.",
            cause)
        .with("cause", cause);
  }
}
