package dev.partita.consensus;

import com.alipay.sofa.jraft.Status;
import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Deadline;
import dev.partita.replication.NotLeading;
import dev.partita.replication.group.Members;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Changes of a group's members, step by step. Who is to vote learns first, until he has everything
 * and says so, since a replica that is not level votes for nobody ({@link ReplicaRecord}): with too
 * many of those a group could elect no leader. The engine makes no learner a voter, nor the other
 * way, so between the two a node is no member for a moment. Safe for use by any number of threads.
 */
final class MemberChanges {

  private static final int SILENT_TIMEOUTS_MAX = 20;
  private static final long ASK_MILLIS = 20;
  private static final int WAITS_PER_ENTRY = 5;

  private final int group;
  private final GroupParts parts;
  private final Supplier<RaftReplica> replica;
  private final BooleanSupplier isLeader;
  private final Runnable addEntry;
  private final AtomicBoolean underWay = new AtomicBoolean();

  /**
   * @param addEntry has something in the log, if this node leads
   */
  MemberChanges(
      int group,
      GroupParts parts,
      Supplier<RaftReplica> replica,
      BooleanSupplier isLeader,
      Runnable addEntry) {
    this.group = group;
    this.parts = parts;
    this.replica = replica;
    this.isLeader = isLeader;
    this.addEntry = addEntry;
  }

  /** Returns when the members are these. */
  void change(Members wanted) {
    if (!isLeader.getAsBoolean()) {
      throw new NotLeading();
    }
    if (!underWay.compareAndSet(false, true)) {
      throw Refusals.busy(group);
    }
    try {
      Members now = now();
      SortedSet<Integer> promoted = new TreeSet<>(wanted.voters());
      promoted.removeAll(now.voters());
      Members learning = now;
      for (int node : promoted) {
        learning = learning.withLearner(node);
      }
      step(learning);
      promoted.forEach(this::awaitLevel);
      step(withoutThoseThatChangeRoles(learning, wanted));
      step(wanted);
    } finally {
      underWay.set(false);
    }
  }

  private Members now() {
    return replica.get().members().members();
  }

  private static Members withoutThoseThatChangeRoles(Members now, Members wanted) {
    Members between = now;
    for (int node : now.all()) {
      boolean changesRole =
          wanted.contains(node) && wanted.voters().contains(node) != now.voters().contains(node);
      if (changesRole) {
        between = between.without(node);
      }
    }
    return between;
  }

  private void step(Members members) {
    if (members.equals(now())) {
      return;
    }
    CompletableFuture<Status> outcome = new CompletableFuture<>();
    replica.get().changeMembers(members, outcome::complete);
    awaitWithEntries(outcome);
    Status status = outcome.join();
    if (!status.isOk()) {
      throw Refusals.of(status, group, isLeader.getAsBoolean());
    }
  }

  /**
   * The engine looks whether a node has caught up when that has a new entry, and else forgets to.
   */
  private void awaitWithEntries(CompletableFuture<Status> outcome) {
    for (int waits = 1; !outcome.isDone(); waits++) {
      parts.clock().sleep(ASK_MILLIS);
      if (waits % WAITS_PER_ENTRY == 0) {
        addEntry.run();
      }
    }
  }

  /** Waits as long as the node answers and this one leads. */
  private void awaitLevel(int node) {
    long timeoutMillis = parts.options().electionTimeoutMillis();
    Deadline silence = Deadline.in(SILENT_TIMEOUTS_MAX * timeoutMillis, parts.clock());
    while (isLeader.getAsBoolean()) {
      try {
        byte[] answer =
            Futures.join(
                parts.messenger().ask(node, MessageKind.LEVEL.frame(group), timeoutMillis));
        if (Bytes.readLong(answer, 0) != 0) {
          return;
        }
        silence = Deadline.in(SILENT_TIMEOUTS_MAX * timeoutMillis, parts.clock());
      } catch (RuntimeException e) {
        if (silence.isOver()) {
          throw new DatabaseException(
                  ErrorCode.UNAVAILABLE,
                  "A node that is to be a member of the replication group does not answer. See"
                      + " whether it runs and has the group open; it is a learner meanwhile.",
                  e)
              .with("group", group)
              .with("node", node);
        }
      }
      parts.clock().sleep(ASK_MILLIS);
    }
    throw Refusals.of(new Status(-1, "This node has stopped leading."), group, false);
  }
}
