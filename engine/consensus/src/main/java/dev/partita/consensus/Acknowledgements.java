package dev.partita.consensus;

import dev.partita.base.time.Clock;
import dev.partita.replication.group.Members;
import dev.partita.replication.group.ReplicaStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a leader knows of the other members from their answers. From it follows its lease: whoever
 * has acknowledged a request votes for nobody else for one election timeout from then on ({@link
 * VotePromise}), which is later than the request was sent. Safe for use by any number of threads.
 */
final class Acknowledgements {

  /** The part of the election timeout that a lease lasts, since clocks do not run evenly. */
  private static final double LEASE_PART = 0.8;

  private static final class Replica {
    private volatile long term;
    private volatile long sentNanos;
    private volatile long matchIndex;
    private volatile int installing;

    synchronized void acknowledged(long newTerm, long newSentNanos, long newMatchIndex) {
      if (newTerm != term) {
        sentNanos = newSentNanos;
        matchIndex = newMatchIndex;
        term = newTerm;
      } else {
        sentNanos = Math.max(sentNanos, newSentNanos);
        matchIndex = Math.max(matchIndex, newMatchIndex);
      }
    }
  }

  private final int self;
  private final Clock clock;
  private final long leaseNanos;
  private final VotePromise promise;
  private final Map<Integer, Replica> replicas = new ConcurrentHashMap<>();

  /** The newest term in which leadership was handed on, which ends the lease before its time. */
  private volatile long handedOnTerm;

  Acknowledgements(int self, Clock clock, long electionTimeoutMillis, VotePromise promise) {
    this.self = self;
    this.clock = clock;
    this.promise = promise;
    this.leaseNanos = (long) (TimeUnit.MILLISECONDS.toNanos(electionTimeoutMillis) * LEASE_PART);
  }

  private Replica replica(int node) {
    return replicas.computeIfAbsent(node, _ -> new Replica());
  }

  /** A node has answered a request of the leader of a term that was sent at a moment. */
  void acknowledged(int node, long term, long sentNanos, long matchIndex) {
    replica(node).acknowledged(term, sentNanos, matchIndex);
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // there is one install at a time
  void installing(int node, boolean begins) {
    replica(node).installing += begins ? 1 : -1;
  }

  /** Another node is asked to have itself elected: there is no lease in this term any more. */
  void handOn(long term) {
    handedOnTerm = Math.max(handedOnTerm, term);
  }

  boolean isLeaseValid(long term, MemberChange members) {
    if (term <= handedOnTerm) {
      return false;
    }
    long now = clock.nanos();
    return members.isMajority(
        node -> {
          if (node == self) {
            return !promise.isOver(term);
          }
          Replica replica = replicas.get(node);
          return replica != null && replica.term == term && now - replica.sentNanos < leaseNanos;
        });
  }

  /** The other members in a term. */
  List<ReplicaStatus> status(long term, Members members) {
    long now = clock.nanos();
    List<ReplicaStatus> status = new ArrayList<>();
    for (int node : members.all()) {
      if (node != self) {
        status.add(status(node, members.learners().contains(node), replicas.get(node), term, now));
      }
    }
    return status;
  }

  private static ReplicaStatus status(
      int node, boolean isLearner, @Nullable Replica replica, long term, long now) {
    if (replica == null || replica.term != term) {
      boolean installing = replica != null && replica.installing > 0;
      return new ReplicaStatus(node, isLearner, 0, ReplicaStatus.NEVER, installing);
    }
    return new ReplicaStatus(
        node,
        isLearner,
        replica.matchIndex,
        TimeUnit.NANOSECONDS.toMillis(now - replica.sentNanos),
        replica.installing > 0);
  }
}
