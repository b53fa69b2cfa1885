package dev.partita.partition;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.replication.Effect;
import dev.partita.replication.Replicator;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;
import dev.partita.storage.Snapshot;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A physical partition: the single writer of a part of a container's axis. Safe for use by any
 * number of threads.
 *
 * <p>Work queues up here. It is evaluated in order, and the writer hands over what has been
 * evaluated as one group, in one write, and answers when that is durable; meanwhile the next groups
 * are evaluated and written, so throughput grows with load and an idle partition answers at once.
 * The writer is not a thread of its own but a task that runs while there is work, so an idle
 * partition costs only this object.
 */
public final class PhysicalPartition {

  /**
   * What a partition runs on; one for all partitions of a node.
   *
   * @param store what was written, durable or not: what the next group is evaluated against
   * @param writers where groups are committed, which takes a thread for as long as the disk does
   * @param answers where those who wait for a group are woken up, which needs no disk
   */
  public record Environment(
      Reader store,
      Replicator replicator,
      Executor writers,
      Executor answers,
      Clock clock,
      LogicalSizes sizes) {

    /** With answers from the writers themselves, and a memory of sizes of its own. */
    public Environment(Reader store, Replicator replicator, Executor writers, Clock clock) {
      this(store, replicator, writers, Runnable::run, clock, new LogicalSizes());
    }

    public Environment withWriters(Executor other) {
      return new Environment(store, replicator, other, answers, clock, sizes);
    }

    public Environment withAnswers(Executor other) {
      return new Environment(store, replicator, writers, other, clock, sizes);
    }
  }

  private final Environment environment;
  private final Segment segment;
  private final KeySpace keys;
  private final LocalPartitionReader newest;
  private final PartitionDescriptor descriptor;
  private final Lineage lineage;
  private final CommitGroup.Context groups;
  private final Writer writer;
  private final KeyWatches watches = new KeyWatches();
  private final KeyTurns turns;
  private volatile PartitionSettings settings;
  private volatile PartitionState state;
  private volatile boolean retired;

  /** As of the last group that was handed over, durable or not. */
  private volatile PartitionState handedOver;

  // Changed while nothing is evaluated or, the tally, with the commit of what was.
  private long trimmedThroughLsn;
  private @Nullable RangeTally tally;

  public PhysicalPartition(
      Environment environment,
      Segment segment,
      PartitionDescriptor descriptor,
      Lineage lineage,
      PartitionSettings settings) {
    this.environment = environment;
    this.segment = segment;
    this.keys = segment.keys();
    this.descriptor = descriptor;
    this.lineage = lineage;
    this.settings = settings;
    this.state = state(environment.store());
    this.handedOver = state;
    this.groups =
        new CommitGroup.Context(
            descriptor.number(), keys, environment.store(), environment.sizes(), lineage, watches);
    this.writer = new Writer(this, environment.writers(), environment.answers());
    this.turns = new KeyTurns(descriptor.number(), writer::enqueue);
    this.newest = new LocalPartitionReader(this, segment.store(), null, ReadOptions.LEADER);
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

  private PartitionState state(Reader reader) {
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
    Pending.Transactional<R> waiting = new Pending.Transactional<>(key, work, true);
    if (!turns.detain(key, waiting)) {
      writer.submit(waiting);
      writer.help();
    }
    return waiting.answer();
  }

  /** Has the work done like {@link #submit}, in the turn of a watch if that has one. */
  public <R> CompletableFuture<Commit<R>> submit(KeyWatch watch, Work<R> work) {
    if (!watch.isAlone()) {
      return submit(watch.key(), work);
    }
    Pending.Transactional<R> waiting = new Pending.Transactional<>(watch.key(), work, true);
    writer.submit(waiting);
    writer.help();
    return waiting.answer();
  }

  /**
   * Has the work done like {@link #submit}, but leaves it to others to evaluate it: for threads
   * that must not be held up. Nobody may wait for the answer; what is to be done with it takes next
   * to no time.
   */
  public <R> CompletableFuture<Commit<R>> enqueue(LogicalKey key, Work<R> work) {
    Pending.Transactional<R> left = new Pending.Transactional<>(key, work, false);
    if (!turns.detain(key, left)) {
      writer.submit(left);
    }
    return left.answer();
  }

  /**
   * Runs an action while no transaction is evaluated or committed, after all work that came before
   * it. Work that comes later waits.
   */
  public <R> CompletableFuture<R> exclusive(Supplier<R> action) {
    Pending.Exclusive<R> waiting = new Pending.Exclusive<>(action);
    writer.enqueue(waiting);
    return waiting.answer();
  }

  /**
   * Reads of what the partition is at the moment of each.
   *
   * @throws DatabaseException SESSION_NOT_AVAILABLE if it is behind what the client has seen
   */
  public PartitionReader reader(ReadOptions options) {
    if (options.equals(ReadOptions.LEADER)) {
      return newest;
    }
    requireSeen(options.consistency());
    return new LocalPartitionReader(this, segment.store(), null, options);
  }

  /**
   * The partition as it is now. The caller closes it.
   *
   * @throws DatabaseException SESSION_NOT_AVAILABLE if it is behind what the client has seen;
   *     UNAVAILABLE if the newest state is asked for and is not for this node to tell; TIMEOUT
   */
  public PartitionSnapshot snapshot(ReadOptions options) {
    options.deadline().require();
    // Before the snapshot, so that everything that was seen is in the snapshot.
    requireSeen(options.consistency());
    Snapshot snapshot = segment.store().snapshot();
    try {
      segment.requireLease(options.consistency());
    } catch (RuntimeException e) {
      snapshot.close();
      throw e;
    }
    return new LocalPartitionReader(this, snapshot, snapshot, options);
  }

  private void requireSeen(ReadConsistency consistency) {
    if (consistency instanceof ReadConsistency.Session(var lsns)) {
      long seen = lsns.getOrDefault(number(), 0L);
      long lsn = state.lsn();
      if (lsn < seen) {
        throw Segment.notSeen(number(), seen, lsn);
      }
    }
  }

  /** Takes a snapshot and watches a logical partition from the same moment on. */
  public CompletableFuture<KeyWatch> watch(LogicalKey key) {
    return watch(key, false);
  }

  /**
   * The same, and from now on writes of others to the logical partition wait until the {@link
   * #endTurn turn is ended}, which whoever asks for it sees to, soon and in any case. One that was
   * being submitted at this very moment may still come between. There is one turn at a time.
   */
  public CompletableFuture<KeyWatch> watchAlone(LogicalKey key) {
    turns.begin(key);
    return watch(key, true);
  }

  /** Lets writes to the logical partition go on. Without effect if there is no turn. */
  public void endTurn(LogicalKey key) {
    turns.end(key);
  }

  private CompletableFuture<KeyWatch> watch(LogicalKey key, boolean alone) {
    return exclusive(
        () -> {
          KeyWatch watch =
              new KeyWatch(watches, key, number(), state, snapshot(ReadOptions.LEADER), alone);
          watches.add(watch);
          return watch;
        });
  }

  /**
   * Writes what is no transaction, in the order of the writer: it has no LSN and appears in no
   * feed.
   */
  public CompletableFuture<Void> upkeep(Batch batch) {
    return exclusive(
        () -> {
          long lsn = state.lsn();
          Effect effect = new Effect(keys.container(), number(), lsn + 1, lsn, batch);
          environment.replicator().commit(effect).join();
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
  CompletableFuture<PartitionSnapshot> startTrim(long throughLsn) {
    return exclusive(
        () -> {
          trimmedThroughLsn = throughLsn;
          return snapshot(ReadOptions.LEADER);
        });
  }

  KeySpace keys() {
    return keys;
  }

  Segment segment() {
    return segment;
  }

  // What follows is for the writer.

  boolean isRetired() {
    return retired;
  }

  long nowMillis() {
    return environment.clock().millis();
  }

  /** A group to evaluate next, on top of the one before it, unless that is written. */
  CommitGroup newGroup(@Nullable CommitGroup previous) {
    RangeTally counted = previous != null ? previous.tally() : tally;
    return new CommitGroup(
        groups,
        previous,
        previous != null ? previous.after() : handedOver,
        trimmedThroughLsn,
        counted == null ? null : counted.copy());
  }

  /**
   * Hands a group over to become durable; the next is evaluated on top of it from now on.
   *
   * @return completes when it is durable
   */
  CompletableFuture<@Nullable Void> handOver(CommitGroup group) {
    PartitionState after = group.after();
    CompletableFuture<@Nullable Void> durable =
        environment
            .replicator()
            .commit(
                new Effect(
                    keys.container(), number(), group.firstLsn(), after.lsn(), group.batch()));
    handedOver = after;
    tally = group.tally();
    return durable;
  }

  /** Has everyone see the state that a durable group has left. */
  void show(CommitGroup group) {
    state = group.after();
  }
}
