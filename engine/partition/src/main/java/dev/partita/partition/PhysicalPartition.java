package dev.partita.partition;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.replication.Effect;
import dev.partita.replication.Fence;
import dev.partita.replication.Leadership;
import dev.partita.replication.NotInCharge;
import dev.partita.replication.NotLeading;
import dev.partita.replication.Proposal;
import dev.partita.replication.ReplicationLog;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;
import dev.partita.storage.Snapshot;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
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
   * @param store what the log has applied: what the next group is evaluated against
   * @param log of the replication group that the partitions belong to
   * @param writers where groups are committed, which takes a thread for as long as the disk does
   * @param answers where those who wait for a group are woken up, which needs no disk
   * @param alarm told of timers that are set
   */
  public record Environment(
      Reader store,
      ReplicationLog log,
      Executor writers,
      Executor answers,
      Clock clock,
      LogicalSizes sizes,
      TimerAlarm alarm) {

    /** With answers from the writers themselves, and a memory of sizes of its own. */
    public Environment(Reader store, ReplicationLog log, Executor writers, Clock clock) {
      this(store, log, writers, Runnable::run, clock, new LogicalSizes(), TimerAlarm.NONE);
    }

    public Environment withWriters(Executor other) {
      return new Environment(store, log, other, answers, clock, sizes, alarm);
    }

    public Environment withAnswers(Executor other) {
      return new Environment(store, log, writers, other, clock, sizes, alarm);
    }

    public Environment withAlarm(TimerAlarm other) {
      return new Environment(store, log, writers, answers, clock, sizes, other);
    }
  }

  private final Environment environment;
  private final Segment segment;
  private final KeySpace keys;
  private final LocalPartitionReader newest;
  private final LocalPartitionReader any;
  private final PartitionDescriptor descriptor;
  private final Lineage lineage;
  private final Leadership leadership;
  private final Overlay overlay;
  private final CommitGroup.Context groups;
  private final Writer writer;
  private final KeyWatches watches = new KeyWatches();
  private final KeyTurns turns;
  private final CommitSignals signals;
  private final Leadership.Listener changes =
      new Leadership.Listener() {
        @Override
        public void leads(long inTerm) {
          writer.resume();
        }

        // What waits is refused at once, and not when what was proposed has its outcome.
        @Override
        public void follows() {
          synchronized (overlay) {
            state = null;
          }
          writer.enqueue(new Pending.Exclusive<>(() -> true));
          writer.resume();
          signals.giveAll();
        }
      };
  private final AtomicLong noticed = new AtomicLong();
  private volatile PartitionSettings settings;

  /** The version of the partition map in which it is known to be in charge. */
  private volatile int epoch;

  /** The first epoch that may write here, as of the last fence. */
  private volatile int fence;

  /** Null while this node does not lead: then the store has it. */
  private volatile @Nullable PartitionState state;

  private volatile boolean retired;

  /** As of the last group that was proposed. */
  private volatile PartitionState proposed;

  /** The term that is evaluated in, or that was the last. */
  private volatile long term;

  /** What a proposal of the term has failed with: what is evaluated may be void from there on. */
  private volatile @Nullable Throwable failure;

  // Changed while nothing is evaluated or, the tally, with the proposal of what was.
  private long trimmedThroughLsn;
  private @Nullable RangeTally tally;

  /**
   * @param epoch the version of the partition map that the descriptor is from
   */
  public PhysicalPartition(
      Environment environment,
      Segment segment,
      PartitionDescriptor descriptor,
      Lineage lineage,
      int epoch,
      PartitionSettings settings) {
    this.environment = environment;
    this.segment = segment;
    this.keys = segment.keys();
    this.descriptor = descriptor;
    this.lineage = lineage;
    this.epoch = epoch;
    this.settings = settings;
    this.leadership = environment.log().leadership();
    // Before the state is read, which is complete from then on.
    this.term = leadership.term();
    PartitionState stored = state(environment.store());
    this.state = term == Leadership.NONE ? null : stored;
    this.fence = fence(environment.store());
    this.proposed = stored;
    this.overlay = new Overlay(environment.store());
    this.groups =
        new CommitGroup.Context(
            descriptor.number(), keys, overlay, environment.sizes(), lineage, watches);
    this.writer = new Writer(this, environment.writers(), environment.answers());
    this.turns = new KeyTurns(descriptor.number(), writer::enqueue);
    this.signals = new CommitSignals(environment.answers());
    this.newest = new LocalPartitionReader(this, segment.store(), null, ReadOptions.LEADER);
    this.any = new LocalPartitionReader(this, segment.store(), null, ReadOptions.ANY);
    leadership.add(changes);
    if (leadership.term() != term) {
      // It was over before the listener was there.
      state = null;
    }
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

  /**
   * Notes that a client of this node was told of a commit that another node made, and which may not
   * have arrived here yet.
   */
  public void notice(long lsn) {
    noticed.accumulateAndGet(lsn, Math::max);
  }

  /** The latest commit that clients of this node were told of, if another node made it. */
  public long noticedLsn() {
    return noticed.get();
  }

  /** Whether this node leads it, and may write. */
  public boolean isLed() {
    return leadership.isLeader();
  }

  /** As of the last commit or, where this node does not lead, of the last that has arrived. */
  public PartitionState state() {
    PartitionState known = state;
    return known != null ? known : state(environment.store());
  }

  private PartitionState state(Reader reader) {
    byte[] stored = reader.get(Family.STATE, keys.partitionState(number()));
    return stored == null ? descriptor.start() : PartitionState.decode(stored);
  }

  private int fence(Reader reader) {
    return Fence.epoch(reader, keys.segment(), number());
  }

  /** Tells that it is in charge in a later version of the partition map, too. */
  public void epoch(int later) {
    synchronized (overlay) {
      epoch = Math.max(epoch, later);
    }
  }

  public PartitionSettings settings() {
    return settings;
  }

  public void settings(PartitionSettings changed) {
    settings = changed;
  }

  /**
   * Has the work done in a transaction. The answer comes when it is durable and visible; it fails
   * with what the work threw, with {@link NotInCharge} if the work has to be done elsewhere or
   * later, or with what kept the group from being committed; UNAVAILABLE when the writers have been
   * stopped.
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
    if (options.equals(ReadOptions.ANY)) {
      return any;
    }
    segment.awaitBound(options);
    segment.awaitSeen(options, () -> unseen(options.consistency()));
    return new LocalPartitionReader(this, segment.store(), null, options);
  }

  /**
   * The partition as it is now. The caller closes it.
   *
   * @throws DatabaseException SESSION_NOT_AVAILABLE if it is behind what the client has seen;
   *     UNAVAILABLE if the newest state is asked for and nobody leads; TIMEOUT
   */
  public PartitionSnapshot snapshot(ReadOptions options) {
    options.deadline().require();
    // Before the snapshot, so that everything that was seen is in the snapshot.
    segment.awaitSeen(options, () -> unseen(options.consistency()));
    Snapshot snapshot = segment.open(options);
    return new LocalPartitionReader(this, snapshot, snapshot, options);
  }

  private @Nullable DatabaseException unseen(ReadConsistency consistency) {
    if (consistency instanceof ReadConsistency.Session(var lsns)) {
      long seen = lsns.getOrDefault(number(), 0L);
      long lsn = state().lsn();
      return lsn < seen ? Segment.notSeen(number(), seen, lsn) : null;
    }
    return null;
  }

  /** Takes a snapshot and watches a logical partition from the same moment on. */
  public CompletableFuture<KeyWatch> watch(LogicalKey key) {
    return watch(key, false);
  }

  /**
   * Takes a snapshot as {@link #watch(LogicalKey)} does, but keeps no watch: where another node
   * leads, that has to find out whether anything has changed since.
   */
  public KeyWatch look(LogicalKey key) {
    PartitionSnapshot snapshot = snapshot(ReadOptions.LEADER);
    return new KeyWatch(null, key, number(), snapshot.state(), snapshot, false);
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
              new KeyWatch(watches, key, number(), state(), snapshot(ReadOptions.LEADER), alone);
          watches.add(watch);
          return watch;
        });
  }

  /**
   * Begins to wait for the next commit that touches a logical partition. The caller opens the
   * signal before it looks for what it waits for, and closes it.
   *
   * @throws PartitionRetired if commits are made elsewhere by now
   * @throws NotLeading if this node makes none
   */
  public CommitSignal signal(LogicalKey key) {
    CommitSignal signal = signals.open(key);
    // Asked afterwards: what ends the charge of the partition gives the signals that there are.
    Throwable refusal = refusal();
    if (refusal == null) {
      return signal;
    }
    signal.close();
    switch (refusal) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(refusal);
    }
  }

  /**
   * Writes what is no transaction, in the order of the writer: it has no LSN and appears in no
   * feed. Nothing that transactions read back may be among it, since they are not evaluated on top
   * of it.
   */
  public CompletableFuture<@Nullable Void> upkeep(Batch batch) {
    Pending.Upkeep waiting = new Pending.Upkeep(batch);
    writer.enqueue(waiting);
    return waiting.answer();
  }

  /**
   * Has the log of the partition keep out what is evaluated under a version of the partition map
   * before the one that is to come; to be called from within {@link #exclusive} only. From now on
   * work is refused with {@link PartitionFenced} until the partition is known to be in charge
   * {@link #epoch(int) in that version}.
   *
   * @return completes when every later leader will know; fails with {@link NotInCharge} if there is
   *     no fence, with anything else if the outcome is unknown
   * @throws NotLeading if there is no fence
   * @throws DatabaseException if there is no fence for another reason
   */
  public CompletableFuture<@Nullable Void> fence(int nextEpoch) {
    Proposal proposal =
        environment.log().propose(new Fence(keys.segment(), number(), term, nextEpoch));
    long inTerm = term;
    fence = Math.max(fence, nextEpoch);
    tally = null;
    return proposal
        .visible()
        .whenComplete(
            (_, problem) -> {
              Throwable cause = Writer.cause(problem);
              if (cause != null) {
                fail(inTerm, cause);
              }
            });
  }

  /** Ends the partition's charge; to be called from within {@link #exclusive} only. */
  public void retire() {
    retired = true;
    signals.giveAll();
    leadership.remove(changes);
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

  Overlay overlay() {
    return overlay;
  }

  /** Why nothing can be evaluated here now; null if it can. */
  @Nullable Throwable refusal() {
    if (retired) {
      return new PartitionRetired(number());
    }
    long now = leadership.term();
    if (now == Leadership.NONE) {
      return new NotLeading();
    }
    return now == term ? failure : null;
  }

  /** Why no transaction can be evaluated here now, though actions can be run; null if it can. */
  @Nullable PartitionFenced fenced() {
    int first = fence;
    return epoch < first ? new PartitionFenced(number(), first) : null;
  }

  /** Whether the state is that of the term in which this node leads now, and can go on. */
  boolean isCurrent() {
    return !retired && failure == null && term != Leadership.NONE && leadership.term() == term;
  }

  /** The term that is evaluated in, or that was the last; within {@link #exclusive} it stands. */
  public long term() {
    return term;
  }

  /** Evaluates no more in the term, since a proposal made in it has failed. By any thread. */
  void fail(long inTerm, Throwable reason) {
    synchronized (overlay) {
      if (inTerm == term) {
        failure = reason;
      }
    }
    signals.giveAll();
  }

  /**
   * Begins to evaluate in another term, from what the store has. What was evaluated before is void,
   * whether others have written in between or not. To be called by the writer, while nothing is
   * evaluated.
   */
  void startTerm() {
    overlay.clear();
    environment.sizes().clear();
    watches.invalidate();
    signals.giveAll();
    trimmedThroughLsn = 0;
    tally = null;
    // Before the store is read. Should the term be over already, what is evaluated is refused.
    long begun = leadership.term();
    PartitionState stored = state(environment.store());
    proposed = stored;
    synchronized (overlay) {
      term = begun;
      state = stored;
      fence = fence(environment.store());
      failure = null;
    }
  }

  long nowMillis() {
    return environment.clock().millis();
  }

  /** A group to evaluate next, on top of the one before it, unless that is handed over. */
  CommitGroup newGroup(@Nullable CommitGroup previous) {
    RangeTally counted = previous != null ? previous.tally() : tally;
    return new CommitGroup(
        groups,
        term,
        epoch,
        previous,
        previous != null ? previous.after() : proposed,
        trimmedThroughLsn,
        counted == null ? null : counted.copy());
  }

  /** Proposes a group; the next is evaluated on top of it from now on. */
  Proposal propose(CommitGroup group) {
    PartitionState after = group.after();
    Proposal proposal =
        propose(group.epoch(), group.term(), group.firstLsn(), after.lsn(), group.batch());
    proposed = after;
    tally = group.tally();
    return proposal;
  }

  /** Proposes what is no transaction. */
  Proposal propose(Batch batch) {
    PartitionFenced refusal = fenced();
    if (refusal != null) {
      throw refusal;
    }
    long lsn = proposed.lsn();
    return propose(epoch, term, lsn + 1, lsn, batch);
  }

  private Proposal propose(int inEpoch, long inTerm, long firstLsn, long lastLsn, Batch batch) {
    return environment
        .log()
        .propose(new Effect(keys.segment(), number(), inEpoch, inTerm, firstLsn, lastLsn, batch));
  }

  /** Has everyone see the state that a visible group has left. */
  void show(CommitGroup group) {
    synchronized (overlay) {
      // The outcome of an earlier term may be told late, when there is more than it left.
      if (group.term() == term && state != null) {
        state = group.after();
      }
    }
    if (!signals.isEmpty()) {
      signals.give(group);
    }
    if (group.timerMillis() != Long.MAX_VALUE) {
      environment.alarm().set(keys.segment(), group.timerMillis());
    }
  }
}
