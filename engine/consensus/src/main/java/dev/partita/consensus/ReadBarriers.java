package dev.partita.consensus;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.replication.Leadership;
import dev.partita.replication.NotLeading;
import dev.partita.replication.group.ReplicationGroup;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds out up to which entry a read must see the state. The leader notes how far the log is
 * committed and then makes sure that it was the leader: by its lease, or by asking a majority for
 * the newest term that each knows; whoever has not promised anything in a later one has elected
 * nobody else before. Others ask the leader. Many reads share a question. Safe for use by any
 * number of threads.
 */
final class ReadBarriers {

  private final int self;
  private final int group;
  private final long timeoutMillis;
  private final Messenger messenger;
  private final AppliedWaiters waiters;
  private final LongSupplier term;
  private final Supplier<RaftReplica> replica;
  private final ReplicaState state;
  private final Lease lease;
  private final Rounds<Long> rounds = new Rounds<>(this::index);
  private final Rounds<Long> shared = new Rounds<>(this::committedIndexForOthers);

  /** Whether a leader is certain to be the only one. */
  interface Lease {
    boolean isValid(long term);
  }

  /**
   * @param term in which this node leads
   */
  ReadBarriers(
      int group,
      GroupParts parts,
      AppliedWaiters waiters,
      LongSupplier term,
      Supplier<RaftReplica> replica,
      ReplicaState state,
      Lease lease) {
    this.self = parts.self();
    this.group = group;
    this.timeoutMillis = parts.options().electionTimeoutMillis();
    this.messenger = parts.messenger();
    this.waiters = waiters;
    this.term = term;
    this.replica = replica;
    this.state = state;
    this.lease = lease;
  }

  /** Completes when a snapshot of the state here has everything that was committed before. */
  CompletableFuture<@Nullable Void> barrier() {
    return rounds.ask().thenCompose(this::applied);
  }

  private CompletableFuture<@Nullable Void> applied(long index) {
    if (state.appliedIndex() >= index && !state.isInstalling()) {
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<@Nullable Void> applied = waiters.await(index);
    if (!state.isInstalling()) {
      waiters.applied(state.appliedIndex());
    }
    return applied;
  }

  private CompletableFuture<Long> index() {
    try {
      return askedIndex();
    } catch (IllegalStateException inactive) {
      // The replica is about to be started again.
      return CompletableFuture.failedFuture(new NotLeading());
    }
  }

  private CompletableFuture<Long> askedIndex() {
    if (term.getAsLong() != Leadership.NONE) {
      return committedIndex();
    }
    int leader = replica.get().leader();
    if (leader == ReplicationGroup.NO_NODE || leader == self) {
      return CompletableFuture.failedFuture(new NotLeading());
    }
    return messenger
        .ask(leader, MessageKind.COMMITTED.frame(group), timeoutMillis)
        .handle(
            (answer, failure) -> {
              if (failure != null || answer.length != Long.BYTES) {
                throw new NotLeading();
              }
              return Bytes.readLong(answer, 0);
            });
  }

  /**
   * The last entry that the state has once everything is applied that was committed at the call.
   * Fails with NotLeading unless this node leads.
   */
  private CompletableFuture<Long> committedIndex() {
    RaftReplica current = replica.get();
    return confirmed(current::committedIndex)
        .thenCompose(this::settled)
        .thenApply(_ -> state.appliedIndex());
  }

  /** The same for another replica, which is waiting to hear of it. */
  CompletableFuture<Long> committedIndexFor() {
    return shared.ask();
  }

  private CompletableFuture<Long> committedIndexForOthers() {
    try {
      CompletableFuture<Long> index = committedIndex();
      if (term.getAsLong() != Leadership.NONE) {
        replica.get().announceCommitted();
      }
      return index;
    } catch (IllegalStateException inactive) {
      return CompletableFuture.failedFuture(new NotLeading());
    }
  }

  /** The last entry that the log of the leader had at the call. */
  CompletableFuture<Long> lastIndex() {
    RaftReplica current = replica.get();
    return confirmed(() -> current.log().getLastLogIndex());
  }

  private CompletableFuture<@Nullable Void> settled(long index) {
    if (replica.get().settledIndex() >= index) {
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<@Nullable Void> settled = waiters.await(index);
    waiters.applied(replica.get().settledIndex());
    return settled;
  }

  /** An index of the leader, given once it is certain that this node led when it was looked up. */
  private CompletableFuture<Long> confirmed(LongSupplier index) {
    long ofTerm = term.getAsLong();
    if (ofTerm == Leadership.NONE) {
      return CompletableFuture.failedFuture(new NotLeading());
    }
    RaftReplica current = replica.get();
    MemberChange members = current.members();
    long value = index.getAsLong();
    if (lease.isValid(ofTerm)) {
      return CompletableFuture.completedFuture(value);
    }
    Confirmation confirmation = new Confirmation(ofTerm, members);
    for (int voter : members.voters()) {
      if (voter == self) {
        confirmation.answered(self, current.promisedTerm());
      } else {
        CompletableFuture<byte[]> _ =
            messenger
                .ask(voter, MessageKind.TERM.frame(group), timeoutMillis)
                .whenComplete((answer, _) -> confirmation.answered(voter, newestTerm(answer)));
      }
    }
    return confirmation.outcome.thenApply(_ -> value);
  }

  private static long newestTerm(byte @Nullable [] answer) {
    return answer == null || answer.length != Long.BYTES
        ? Long.MAX_VALUE
        : Bytes.readLong(answer, 0);
  }

  static byte[] answer(long value) {
    return new KeyWriter(Long.BYTES).u64(value).toBytes();
  }

  /** Counts who knows of no later term. */
  private static final class Confirmation {
    private final long term;
    private final MemberChange members;
    private final Map<Integer, Boolean> answers = new ConcurrentHashMap<>();
    private final CompletableFuture<@Nullable Void> outcome = new CompletableFuture<>();

    Confirmation(long term, MemberChange members) {
      this.term = term;
      this.members = members;
    }

    void answered(int voter, long newestTerm) {
      answers.put(voter, newestTerm <= term);
      if (members.isMajority(node -> answers.getOrDefault(node, false))) {
        outcome.complete(null);
      } else if (answers.size() == members.voters().size()) {
        outcome.completeExceptionally(new NotLeading());
      }
    }
  }
}
