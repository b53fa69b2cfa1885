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
import java.util.concurrent.RejectedExecutionException;
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

  /** A group takes no more transactions once it has this much to write. */
  static final long GROUP_BYTES_MAX = 8 << 20;

  private static final int GROUPS_PER_TURN = 16;

  /** What a partition runs on; one for all partitions of a node. */
  public record Environment(Reader store, Replicator replicator, Executor writers, Clock clock) {}

  private final Environment environment;
  private final KeySpace keys;
  private final PartitionDescriptor descriptor;
  private final Lineage lineage;
  private final Queue<Pending> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger pending = new AtomicInteger();
  private volatile PartitionSettings settings;
  private volatile PartitionState state;
  private volatile boolean retired;

  // Of the writer alone.
  private long trimmedThroughLsn;
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
    this.state = state(environment.store());
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

  /** As of the moment that the reader shows. */
  PartitionState state(Reader reader) {
    byte[] stored = reader.get(Family.STATE, keys.partitionState(number()));
    return stored == null ? descriptor.start() : PartitionState.decode(stored);
  }

  public PartitionSettings settings() {
    return settings;
  }

  public void settings(PartitionSettings changed) {
    settings = changed;
  }

  /**
   * Has the work done in a transaction. The answer comes when it is durable; it fails with what the
   * work threw, with {@link PartitionRetired}, or with what kept the group from being committed;
   * UNAVAILABLE when the writers have been stopped.
   */
  public <R> CompletableFuture<Commit<R>> submit(LogicalKey key, Work<R> work) {
    if (pending.get() >= PENDING_MAX) {
      throw new DatabaseException(
              ErrorCode.UNAVAILABLE, "Too many writes wait for this partition. Retry later.")
          .with("partition", number())
          .with("waiting", PENDING_MAX);
    }
    Pending.Transactional<R> waiting = new Pending.Transactional<>(key, work);
    enqueue(waiting);
    return waiting.answer();
  }

  /**
   * Runs an action while no transaction is evaluated or committed, after all work that came before
   * it. Work that comes later waits.
   */
  public <R> CompletableFuture<R> exclusive(Supplier<R> action) {
    Pending.Exclusive<R> waiting = new Pending.Exclusive<>(action);
    enqueue(waiting);
    return waiting.answer();
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

  /**
   * Has commits from now on remove what they supersede up to the LSN, and takes a snapshot at the
   * same moment: what was superseded earlier is so in the snapshot.
   */
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
      takeTurn();
    }
  }

  /** Has a turn of the writer happen; there is none under way, and something is pending. */
  private void takeTurn() {
    try {
      environment.writers().execute(this::write);
    } catch (RejectedExecutionException e) {
      refuseAll(e);
    }
  }

  /** Answers everything that waits when there will be no more turns. */
  private void refuseAll(RejectedExecutionException cause) {
    DatabaseException stopping =
        new DatabaseException(ErrorCode.UNAVAILABLE, "The database is stopping.", cause)
            .with("partition", number());
    int waiting;
    do {
      waiting = pending.get();
      for (int i = 0; i < waiting; i++) {
        queue.remove().refuse(stopping);
      }
    } while (pending.addAndGet(-waiting) != 0);
  }

  /** A turn of the writer. At most one runs at a time: the one that found the queue empty. */
  private void write() {
    for (int turn = 0; turn < GROUPS_PER_TURN; turn++) {
      int taken = takeGroup(Math.min(pending.get(), GROUP_MAX));
      if (pending.addAndGet(-taken) == 0) {
        return;
      }
    }
    takeTurn();
  }

  /** Does the transactions at the head of the queue, or the one action that is there. */
  private int takeGroup(int available) {
    List<Pending.Transactional<?>> works = new ArrayList<>(available);
    while (works.size() < available && queue.peek() instanceof Pending.Transactional<?> work) {
      works.add(work);
      queue.remove();
    }
    if (works.isEmpty() && queue.remove() instanceof Pending.Exclusive<?> exclusive) {
      if (retired) {
        exclusive.refuse(new PartitionRetired(number()));
      } else {
        exclusive.run();
      }
      return 1;
    }
    int done = 0;
    while (done < works.size()) {
      done += commit(works.subList(done, works.size()));
    }
    return done;
  }

  /** Commits as many of the transactions as make a group of sensible size, and tells how many. */
  private int commit(List<Pending.Transactional<?>> works) {
    if (retired) {
      PartitionRetired gone = new PartitionRetired(number());
      works.forEach(work -> work.refuse(gone));
      return works.size();
    }
    int evaluated = 0;
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
      while (evaluated < works.size() && group.writtenBytes() < GROUP_BYTES_MAX) {
        works.get(evaluated++).evaluate(group, counted);
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
      works.subList(0, evaluated).forEach(Pending.Transactional::committed);
    } catch (RuntimeException | Error e) {
      evaluated = Math.max(evaluated, 1);
      works.subList(0, evaluated).forEach(work -> work.refuse(e));
    }
    return evaluated;
  }
}
