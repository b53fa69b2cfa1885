package dev.partita.partition;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.replication.NotLeading;
import dev.partita.replication.Proposal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The writer of one partition: its queue, the group that is being evaluated, those that have been,
 * the one that is being proposed and those that are not visible yet. Safe for use by any number of
 * threads.
 *
 * <p>It takes turns on the executor while anything is pending, and proposes one group after the
 * other. Meanwhile the next ones are evaluated already, by those who submit and wait: whoever finds
 * nobody evaluating does so for what has queued. Where much has been left to the writer, a thread
 * of its own does. One thread evaluates at a time, in the order of the queue, so nothing of that is
 * seen from outside.
 *
 * <p>What must stay true: a group is proposed only after the one before it, in the term that it was
 * evaluated in. If one cannot be proposed, those on top of it were evaluated against something that
 * never happened, and fail as well. Work is answered only when its effect is visible, and the
 * effects of those whose writes it has seen.
 */
final class Writer {

  private static final int PENDING_MAX = 1 << 16;

  /**
   * A group is full with half of all that is pending, within these bounds, and whoever comes later
   * is in the next one. So one is evaluated while another is written or synced, and there is not
   * one in which all clients wait for all three. Groups still share syncs.
   */
  private static final int GROUP_PART = 2;

  private static final int SMALL_GROUP = 16;
  private static final int GROUP_MAX = 128;

  /** A group takes no more transactions once it has this much to write. */
  static final long GROUP_BYTES_MAX = 8 << 20;

  private static final int GROUPS_PER_TURN = 16;

  /** With more groups than this proposed and not visible, no further one is. */
  private static final int AHEAD_MAX = 4;

  /** How many groups are evaluated before the first of them is proposed. */
  private static final int EVALUATED_MAX = 3;

  /** How much anyone but the writer evaluates at most at a time. */
  private static final int HELP_MAX = 32;

  /** Fewer than this are woken up in less time than it takes to have it done elsewhere. */
  private static final int FEW = 4;

  /** Evaluating takes microseconds; going to sleep and being woken takes many. */
  private static final int SPINS = 200;

  /** In place of how many were answered: the turn goes on when more is visible. */
  private static final int SUSPENDED = -1;

  private static final CompletableFuture<@Nullable Void> VISIBLE =
      CompletableFuture.completedFuture(null);

  private final PhysicalPartition partition;
  private final Executor turns;
  private final Executor answers;
  private final Queue<Pending> queue = new ConcurrentLinkedQueue<>();

  /**
   * How many are queued, evaluated or being written: the writer has turns while there are any. One
   * may be answered before it is counted, so this can be below zero for a moment; whoever raises it
   * from zero has the next turn happen.
   */
  private final AtomicInteger pending = new AtomicInteger();

  /** Held by whoever evaluates, and by the writer while it runs an action. */
  private final ReentrantLock evaluation = new ReentrantLock();

  // Under the lock: groups that take no more work in, oldest first, and the one that does.
  private final Deque<CommitGroup> closed = new ArrayDeque<>();
  private @Nullable CommitGroup open;

  /** Whether the turn under way waits, on no thread, until more is visible. */
  private final AtomicBoolean suspended = new AtomicBoolean();

  // For the turns of the writer, of which there is one at a time.
  private final Queue<CompletableFuture<@Nullable Void>> invisible = new ArrayDeque<>();
  private CompletableFuture<@Nullable Void> lastProposed = VISIBLE;

  /** How many of the last group are still counted as pending, since the turn was suspended. */
  private int owed;

  /** Being proposed. Set under the lock, unset by the writer. */
  private volatile @Nullable CommitGroup inProposal;

  Writer(PhysicalPartition partition, Executor turns, Executor answers) {
    this.partition = partition;
    this.turns = turns;
    this.answers = answers;
  }

  /**
   * @throws DatabaseException UNAVAILABLE if too much waits already
   */
  void submit(Pending.Transactional<?> work) {
    if (pending.get() >= PENDING_MAX) {
      throw new DatabaseException(
              ErrorCode.UNAVAILABLE, "Too many writes wait for this partition. Retry later.")
          .with("partition", partition.number())
          .with("waiting", PENDING_MAX);
    }
    enqueue(work);
  }

  void enqueue(Pending item) {
    queue.add(item);
    if (pending.getAndIncrement() == 0) {
      takeTurn();
    }
  }

  /** Evaluates what has queued, unless somebody does so already or the writer must be alone. */
  void help() {
    // If the writer waits for the lock, it evaluates what has queued and must not be overtaken.
    if (evaluation.hasQueuedThreads() || !evaluation.tryLock()) {
      return;
    }
    try {
      // Held twice, the caller is an action that the writer runs.
      if (evaluation.getHoldCount() == 1 && partition.isCurrent()) {
        evaluateQueued(HELP_MAX);
      }
    } finally {
      evaluation.unlock();
    }
  }

  /** Has a turn of the writer happen; there is none under way, and something is pending. */
  private void takeTurn() {
    try {
      turns.execute(this::write);
    } catch (RejectedExecutionException e) {
      DatabaseException stopping =
          new DatabaseException(ErrorCode.UNAVAILABLE, "The database is stopping.", e)
              .with("partition", partition.number());
      int left;
      do {
        left = pending.addAndGet(-refuseAll(stopping));
      } while (left > 0);
    }
  }

  /** A turn of the writer. At most one runs at a time: the one that found nothing pending. */
  private void write() {
    int answered = owed;
    owed = 0;
    if (answered > 0 && pending.addAndGet(-answered) <= 0) {
      return;
    }
    for (int turn = 0; turn < GROUPS_PER_TURN; turn++) {
      answered = step();
      if (answered == SUSPENDED || pending.addAndGet(-answered) <= 0) {
        return;
      }
    }
    takeTurn();
  }

  /** Tells how many were answered, or {@link #SUSPENDED}. */
  private int step() {
    Throwable refusal = partition.refusal();
    if (refusal != null) {
      int refused = refuseAll(refusal);
      partition.overlay().clear();
      return refused;
    }
    return partition.isCurrent() ? takeGroup() : startTerm();
  }

  /** Whether no more than a number of the groups proposed are not visible. */
  private boolean isVisible(int atMost) {
    while (!invisible.isEmpty() && invisible.peek().isDone()) {
      invisible.remove();
    }
    return invisible.size() <= atMost;
  }

  /** Ends the work of this thread, not the turn: that goes on when the next group is visible. */
  private int suspend() {
    CompletableFuture<@Nullable Void> next = invisible.element();
    suspended.set(true);
    var _ = next.whenComplete((_, _) -> resume());
    return SUSPENDED;
  }

  /** Lets a turn go on that waits. By any thread, whether there is one or not. */
  void resume() {
    if (suspended.compareAndSet(true, false)) {
      takeTurn();
    }
  }

  /**
   * Proposes what is evaluated and what else has queued, or does what is next besides.
   *
   * @return how many were answered, or {@link #SUSPENDED}
   */
  private int takeGroup() {
    CommitGroup group;
    lockSoon();
    try {
      if (closed.isEmpty()) {
        evaluateQueued(GROUP_MAX);
      }
      if (closed.isEmpty()) {
        closeOpen();
      }
      group = closed.poll();
      if (group == null) {
        return takeOther();
      }
      inProposal = group;
    } finally {
      evaluation.unlock();
    }
    if (isLeftAlone(group)) {
      answers.execute(this::help);
    }
    return commit(group);
  }

  /** Whether there is more where a group came from, and those who submitted it do not help. */
  private boolean isLeftAlone(CommitGroup group) {
    return group.awaited() < FEW && pending.get() - group.size() >= SMALL_GROUP;
  }

  private void lockSoon() {
    for (int i = 0; i < SPINS; i++) {
      if (evaluation.tryLock()) {
        return;
      }
      Thread.onSpinWait();
    }
    evaluation.lock();
  }

  private void evaluateQueued(int limit) {
    if (partition.fenced() != null) {
      return;
    }
    PartitionSettings settings = partition.settings();
    long nowMillis = partition.nowMillis();
    for (int i = 0;
        i < limit
            && closed.size() < EVALUATED_MAX
            && queue.peek() instanceof Pending.Transactional<?> work;
        i++) {
      CommitGroup group = open;
      if (group == null) {
        group = partition.newGroup(closed.isEmpty() ? inProposal : closed.getLast());
        open = group;
      }
      queue.remove();
      group.add(work, settings, nowMillis);
      if (isFull(group)) {
        closeOpen();
      }
    }
  }

  /** Lets the group that takes work in, if there is one, take in no more. */
  private void closeOpen() {
    if (open != null) {
      closed.add(open);
      open = null;
    }
  }

  private boolean isFull(CommitGroup group) {
    return group.size() >= Math.clamp(pending.get() / GROUP_PART, SMALL_GROUP, GROUP_MAX)
        || group.writtenBytes() >= GROUP_BYTES_MAX;
  }

  /** Does what is at the head of the queue, holding the lock, so that nothing is evaluated. */
  private int takeOther() {
    return switch (queue.peek()) {
      case Pending.Exclusive<?> action -> {
        if (!isVisible(0)) {
          yield suspend();
        }
        queue.remove();
        action.run();
        yield 1;
      }
      case Pending.Upkeep upkeep -> {
        queue.remove();
        propose(upkeep);
        yield 1;
      }
      case Pending.Transactional<?> work -> refuseFenced(work);
      case null -> 0;
    };
  }

  /** Refuses the work at the head of the queue if it was left there because of a fence. */
  private int refuseFenced(Pending.Transactional<?> work) {
    PartitionFenced refusal = partition.fenced();
    if (refusal == null) {
      return 0;
    }
    queue.remove();
    work.refuse(refusal);
    return 1;
  }

  private void propose(Pending.Upkeep upkeep) {
    long term = partition.term();
    try {
      invisible.add(
          partition
              .propose(upkeep.batch())
              .visible()
              .whenComplete((_, failure) -> answer(upkeep, term, failure)));
    } catch (RuntimeException | Error e) {
      upkeep.refuse(e);
    }
  }

  private void answer(Pending.Upkeep upkeep, long term, @Nullable Throwable failure) {
    Throwable cause = cause(failure);
    if (cause == null) {
      upkeep.done();
    } else {
      partition.fail(term, cause);
      upkeep.refuse(cause);
    }
  }

  private int commit(CommitGroup group) {
    CompletableFuture<@Nullable Void> visible;
    try {
      visible = propose(group);
    } catch (RuntimeException | Error e) {
      return fail(group, e);
    }
    inProposal = null;
    lastProposed = visible.whenComplete((done, failure) -> answer(group, failure));
    invisible.add(lastProposed);
    if (isVisible(AHEAD_MAX)) {
      return group.size();
    }
    // Counted as pending meanwhile, the group makes the next ones larger, which share syncs then.
    owed = group.size();
    return suspend();
  }

  private CompletableFuture<@Nullable Void> propose(CommitGroup group) {
    Overlay overlay = partition.overlay();
    if (group.isEmpty()) {
      // It must still not be answered before what it has seen is visible.
      overlay.release(group.layer());
      return lastProposed;
    }
    Proposal proposal = partition.propose(group);
    if (proposal.isApplied()) {
      overlay.release(group.layer());
    } else {
      var _ = proposal.applied().thenRun(overlay.keepProposed(group.layer()));
    }
    return proposal.visible();
  }

  private void answer(CommitGroup group, @Nullable Throwable failure) {
    Throwable cause = cause(failure);
    if (cause != null) {
      partition.fail(group.term(), cause);
      group.refuse(cause);
      return;
    }
    partition.show(group);
    if (group.awaited() < FEW) {
      group.answer();
    } else {
      answers.execute(group::answer);
    }
  }

  /** What a stage has failed with, without what later stages put around it. */
  static @Nullable Throwable cause(@Nullable Throwable failure) {
    return failure instanceof CompletionException e && e.getCause() != null
        ? e.getCause()
        : failure;
  }

  /**
   * Fails a group and those that were evaluated on top of it. All are forgotten before any of them
   * is answered: what comes after an answer must not build on what failed.
   */
  private int fail(CommitGroup group, Throwable failure) {
    List<CommitGroup> failed = new ArrayList<>();
    failed.add(group);
    evaluation.lock();
    try {
      inProposal = null;
      failed.addAll(forgetEvaluated());
      partition.overlay().withdraw(group.layer());
      failed.forEach(CommitGroup::forgetSizes);
    } finally {
      evaluation.unlock();
    }
    failed.forEach(each -> each.refuse(failure));
    return failed.stream().mapToInt(CommitGroup::size).sum();
  }

  /** All groups that are not proposed; under the lock. */
  private List<CommitGroup> forgetEvaluated() {
    List<CommitGroup> forgotten = new ArrayList<>(closed);
    if (open != null) {
      forgotten.add(open);
    }
    closed.clear();
    open = null;
    return forgotten;
  }

  /** Goes on in another term, from what the store has; tells how many were answered. */
  private int startTerm() {
    evaluation.lock();
    try {
      int refused = refuseEvaluated(new NotLeading());
      // What was proposed has its outcome, though it may be told later.
      invisible.clear();
      lastProposed = VISIBLE;
      partition.startTerm();
      return refused;
    } finally {
      evaluation.unlock();
    }
  }

  /** Under the lock. */
  private int refuseEvaluated(Throwable reason) {
    List<CommitGroup> groups = forgetEvaluated();
    if (!groups.isEmpty()) {
      partition.overlay().withdraw(groups.getFirst().layer());
    }
    groups.forEach(CommitGroup::forgetSizes);
    groups.forEach(group -> group.refuse(reason));
    return groups.stream().mapToInt(CommitGroup::size).sum();
  }

  /** Answers everything that waits with a failure, and tells how many that were. */
  private int refuseAll(Throwable reason) {
    evaluation.lock();
    try {
      int refused = refuseEvaluated(reason);
      for (Pending next = queue.poll(); next != null; next = queue.poll()) {
        next.refuse(reason);
        refused++;
      }
      return refused;
    } finally {
      evaluation.unlock();
    }
  }
}
