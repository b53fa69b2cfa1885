package dev.partita.partition;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.replication.Effect;
import dev.partita.replication.Replicator;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;
import dev.partita.storage.Snapshot;
import dev.partita.storage.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A physical partition: the single writer of a part of a container's axis. Safe for use by any
 * number of threads.
 *
 * <p>Work queues up here. The writer takes what has queued, evaluates it in order, commits the
 * whole group in one durable write and only then answers; while it waits for the disk the next
 * group gathers, so throughput grows with load and an idle partition answers at once. The writer is
 * not a thread of its own but a task that runs while there is work, so an idle partition costs only
 * this object.
 */
public final class PhysicalPartition {

  private static final int PENDING_MAX = 1 << 16;
  private static final int GROUP_MAX = 1024;
  private static final int GROUPS_PER_TURN = 16;

  /** What a partition runs on; one for all partitions of a node. */
  public record Environment(Reader store, Replicator replicator, Executor writers, Clock clock) {}

  private sealed interface Pending {}

  private static final class PendingWork<R> implements Pending {
    final LogicalKey key;
    final Work<R> work;
    final CompletableFuture<Commit<R>> answer = new CompletableFuture<>();
    private @Nullable Commit<R> commit;

    PendingWork(LogicalKey key, Work<R> work) {
      this.key = key;
      this.work = work;
    }

    /** Evaluates; a failure is answered at once, since nothing is left to wait for. */
    @SuppressWarnings("CatchingUnchecked") // whatever the work throws belongs to its caller alone
    void evaluate(CommitGroup group, @Nullable RangeTally tally) {
      try {
        commit = group.evaluate(key, work, tally);
      } catch (Throwable e) {
        answer.completeExceptionally(e);
      }
    }

    void committed() {
      if (commit != null) {
        answer.complete(commit);
      }
    }
  }

  private record Exclusive(Runnable action) implements Pending {}

  private final Environment environment;
  private final KeySpace keys;
  private final PartitionDescriptor descriptor;
  private final Lineage lineage;
  private final Queue<Pending> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger pending = new AtomicInteger();
  private volatile PartitionSettings settings;
  private volatile PartitionState state;
  private volatile boolean retired;

  private volatile long trimmedThroughLsn;

  // Of the writer alone.
  private @Nullable RangeTally tally;

  public PhysicalPartition(
      Environment environment,
      KeySpace keys,
      PartitionDescriptor descriptor,
      Lineage lineage,
      PartitionSettings settings) {
    this.environment = environment;
    this.keys = keys;
    this.descriptor = descriptor;
    this.lineage = lineage;
    this.settings = settings;
    byte[] stored = environment.store().get(Family.STATE, keys.partitionState(descriptor.number()));
    this.state = stored == null ? descriptor.start() : PartitionState.decode(stored);
  }

  public int number() {
    return descriptor.number();
  }

  public PartitionDescriptor descriptor() {
    return descriptor;
  }

  public Lineage lineage() {
    return lineage;
  }

  /** As of the last commit. */
  public PartitionState state() {
    return state;
  }

  public PartitionSettings settings() {
    return settings;
  }

  public void settings(PartitionSettings changed) {
    settings = changed;
  }

  /**
   * Has the work done in a transaction. The answer comes when it is durable; it fails with what the
   * work threw, with {@link PartitionRetired}, or with what kept the group from being committed.
   */
  public <R> CompletableFuture<Commit<R>> submit(LogicalKey key, Work<R> work) {
    if (pending.get() >= PENDING_MAX) {
      throw new DatabaseException(
              ErrorCode.UNAVAILABLE, "Too many writes wait for this partition. Retry later.")
          .with("partition", number())
          .with("waiting", PENDING_MAX);
    }
    PendingWork<R> waiting = new PendingWork<>(key, work);
    enqueue(waiting);
    return waiting.answer;
  }

  /**
   * Runs an action while no transaction is evaluated or committed, after all work that came before
   * it. Work that comes later waits.
   */
  public <R> CompletableFuture<R> exclusive(Supplier<R> action) {
    CompletableFuture<R> answer = new CompletableFuture<>();
    enqueue(
        new Exclusive(
            () -> {
              if (retired) {
                answer.completeExceptionally(new PartitionRetired(number()));
                return;
              }
              try {
                answer.complete(action.get());
              } catch (RuntimeException | Error e) {
                answer.completeExceptionally(e);
              }
            }));
    return answer;
  }

  /**
   * Writes what is no transaction, in the order of the writer: it has no LSN and appears in no
   * feed.
   */
  public CompletableFuture<Void> upkeep(Batch batch) {
    return exclusive(
        () -> {
          long lsn = state.lsn();
          environment
              .replicator()
              .commit(new Effect(keys.container(), number(), lsn + 1, lsn, batch));
          return null;
        });
  }

  /** Ends the partition's charge; to be called from within {@link #exclusive} only. */
  public void retire() {
    retired = true;
  }

  /** From within {@link #exclusive}: starts an account of what lies before the boundary. */
  void tally(@Nullable RangeTally started) {
    tally = started;
  }

  @Nullable RangeTally tally() {
    return tally;
  }

  /** Up to which LSN superseded entries of the change log are gone, or go with their successors. */
  long trimmedThroughLsn() {
    return trimmedThroughLsn;
  }

  /** Moves that mark, and takes a snapshot at the same moment. */
  CompletableFuture<Snapshot> startTrim(Store store, long throughLsn) {
    return exclusive(
        () -> {
          trimmedThroughLsn = throughLsn;
          return store.snapshot();
        });
  }

  public KeySpace keys() {
    return keys;
  }

  private void enqueue(Pending item) {
    queue.add(item);
    if (pending.getAndIncrement() == 0) {
      environment.writers().execute(this::write);
    }
  }

  /** A turn of the writer. At most one runs at a time: the one that found the queue empty. */
  private void write() {
    for (int turn = 0; turn < GROUPS_PER_TURN; turn++) {
      int taken = takeGroup(Math.min(pending.get(), GROUP_MAX));
      if (pending.addAndGet(-taken) == 0) {
        return;
      }
    }
    environment.writers().execute(this::write);
  }

  private int takeGroup(int available) {
    List<PendingWork<?>> works = new ArrayList<>(available);
    int taken = 0;
    while (taken < available) {
      Pending next = queue.peek();
      if (next instanceof PendingWork<?> work) {
        works.add(work);
      } else if (!works.isEmpty()) {
        break;
      }
      queue.remove();
      taken++;
      if (next instanceof Exclusive(Runnable action)) {
        action.run();
        break;
      }
    }
    if (!works.isEmpty()) {
      commit(works);
    }
    return taken;
  }

  private void commit(List<PendingWork<?>> works) {
    if (retired) {
      PartitionRetired gone = new PartitionRetired(number());
      works.forEach(work -> work.answer.completeExceptionally(gone));
      return;
    }
    try {
      CommitGroup group =
          new CommitGroup(
              number(),
              keys,
              environment.store(),
              lineage,
              settings,
              state,
              trimmedThroughLsn,
              environment.clock().millis());
      RangeTally counted = tally == null ? null : tally.copy();
      for (PendingWork<?> work : works) {
        work.evaluate(group, counted);
      }
      if (!group.isEmpty()) {
        PartitionState after = group.after();
        environment
            .replicator()
            .commit(
                new Effect(
                    keys.container(), number(), state.lsn() + 1, after.lsn(), group.batch()));
        state = after;
        tally = counted;
      }
      works.forEach(PendingWork::committed);
    } catch (RuntimeException | Error e) {
      works.forEach(work -> work.answer.completeExceptionally(e));
    }
  }
}
