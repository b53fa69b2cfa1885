package dev.partita.partition;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The writer of one partition: its queue, the group that is being evaluated, those that have been,
 * the one that is being written and those that wait for the disk. Safe for use by any number of
 * threads.
 *
 * <p>It takes turns on the executor while anything is pending, and hands over one group after the
 * other. Meanwhile the next ones are evaluated already, by those who submit and wait: whoever finds
 * nobody evaluating does so for what has queued. Where much has been left to the writer, a thread
 * of its own does. One thread evaluates at a time, in the order of the queue, so nothing of that is
 * seen from outside.
 *
 * <p>What must stay true: a group is handed over only when the one before it is written; if that
 * one fails, the group was evaluated against something that never happened, and fails as well.
 * Nobody is answered before what was written is durable, nor before those whose writes the work has
 * seen.
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

  /** How many groups are handed over before the first of them is durable. */
  private static final int AHEAD_MAX = 4;

  /** How many groups are evaluated before the first of them is written; each looks into all. */
  private static final int EVALUATED_MAX = 3;

  /** How much anyone but the writer evaluates at most at a time. */
  private static final int HELP_MAX = 32;

  /** Fewer than this are woken up in less time than it takes to have it done elsewhere. */
  private static final int FEW = 4;

  /** Evaluating takes microseconds; going to sleep and being woken takes many. */
  private static final int SPINS = 200;

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

  // For the turns of the writer, of which there is one at a time.
  private final Queue<CompletableFuture<@Nullable Void>> notDurable = new ArrayDeque<>();
  private CompletableFuture<@Nullable Void> lastHandedOver =
      CompletableFuture.completedFuture(null);

  /** Handed over, and not known to be written yet. Set under the lock, unset by the writer. */
  private volatile @Nullable CommitGroup inFlight;

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
      if (evaluation.getHoldCount() == 1 && !partition.isRetired()) {
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
    for (int turn = 0; turn < GROUPS_PER_TURN; turn++) {
      int answered =
          partition.isRetired() ? refuseAll(new PartitionRetired(partition.number())) : takeGroup();
      if (pending.addAndGet(-answered) <= 0) {
        return;
      }
    }
    takeTurn();
  }

  /**
   * Commits what is evaluated and what else has queued, or runs the action that is next.
   *
   * @return how many were answered
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
        return runAction();
      }
      group.forgetPrevious();
      inFlight = group;
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
    PartitionSettings settings = partition.settings();
    long nowMillis = partition.nowMillis();
    for (int i = 0;
        i < limit
            && closed.size() < EVALUATED_MAX
            && queue.peek() instanceof Pending.Transactional<?> work;
        i++) {
      CommitGroup group = open;
      if (group == null) {
        group = partition.newGroup(closed.isEmpty() ? inFlight : closed.getLast());
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

  /** Runs the action at the head of the queue, holding the lock, so that nothing is evaluated. */
  private int runAction() {
    if (!(queue.poll() instanceof Pending.Exclusive<?> action)) {
      return 0;
    }
    awaitDurable(0);
    action.run();
    return 1;
  }

  private int commit(CommitGroup group) {
    CompletableFuture<@Nullable Void> durable;
    try {
      // What changed nothing must still not be answered before what it has seen is durable.
      durable = group.isEmpty() ? lastHandedOver : partition.handOver(group);
    } catch (RuntimeException | Error e) {
      return fail(group, e);
    }
    inFlight = null;
    lastHandedOver = durable.whenComplete((done, failure) -> answer(group, failure));
    notDurable.add(lastHandedOver);
    awaitDurable(AHEAD_MAX);
    return group.size();
  }

  /** Waits until no more than a number of the groups handed over are not durable. */
  private void awaitDurable(int atMost) {
    while (notDurable.size() > atMost || (!notDurable.isEmpty() && notDurable.peek().isDone())) {
      // Those who asked are told of a failure; the next group will be refused.
      notDurable.remove().exceptionally(failure -> null).join();
    }
  }

  private void answer(CommitGroup group, @Nullable Throwable failure) {
    if (failure != null) {
      group.refuse(
          failure instanceof CompletionException e && e.getCause() != null
              ? e.getCause()
              : failure);
      return;
    }
    partition.show(group);
    if (group.awaited() < FEW) {
      group.answer();
    } else {
      answers.execute(group::answer);
    }
  }

  /**
   * Fails a group and those that were evaluated on top of it. All are forgotten before anybody is
   * answered: what comes after an answer must not build on what failed.
   */
  private int fail(CommitGroup group, Throwable failure) {
    List<CommitGroup> failed = new ArrayList<>();
    failed.add(group);
    evaluation.lock();
    try {
      inFlight = null;
      failed.addAll(forgetEvaluated());
      failed.forEach(CommitGroup::withdraw);
    } finally {
      evaluation.unlock();
    }
    failed.forEach(each -> each.refuse(failure));
    return failed.stream().mapToInt(CommitGroup::size).sum();
  }

  /** All groups that nothing has been handed over of; under the lock. */
  private List<CommitGroup> forgetEvaluated() {
    List<CommitGroup> forgotten = new ArrayList<>(closed);
    if (open != null) {
      forgotten.add(open);
    }
    closed.clear();
    open = null;
    return forgotten;
  }

  /** Answers everything that waits with a failure, and tells how many that were. */
  private int refuseAll(RuntimeException reason) {
    int refused = 0;
    evaluation.lock();
    try {
      for (CommitGroup group : forgetEvaluated()) {
        group.withdraw();
        group.refuse(reason);
        refused += group.size();
      }
      for (Pending next = queue.poll(); next != null; next = queue.poll()) {
        next.refuse(reason);
        refused++;
      }
    } finally {
      evaluation.unlock();
    }
    return refused;
  }
}
