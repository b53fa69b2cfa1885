package dev.partita.consensus;

import dev.partita.base.time.Clock;
import java.util.concurrent.TimeUnit;

/**
 * What a node owes the leader of a group that it has acknowledged: for one election timeout it
 * votes for no other, itself included, unless the leader asks for it. The engine keeps that for its
 * trial votes alone, between which and the vote a leader may be heard again. Safe for use by any
 * number of threads.
 *
 * <p>What must stay true: an acknowledgement of a term is given only if no vote in a later one was
 * let through before, and a vote only if no acknowledgement was given within the time. So of the
 * two the later one does not happen, whatever order the engine works in.
 */
final class VotePromise {

  private final Clock clock;
  private final long promisedNanos;
  private long heardNanos;
  private volatile long votedTerm;

  /** A node that has just started has forgotten whom it acknowledged, so it waits, too. */
  VotePromise(Clock clock, long electionTimeoutMillis) {
    this.clock = clock;
    this.promisedNanos = TimeUnit.MILLISECONDS.toNanos(electionTimeoutMillis);
    heardNanos = clock.nanos();
  }

  /** Whether a leader of a term may be acknowledged; if so, that counts from now on. */
  synchronized boolean acknowledge(long term) {
    if (term < votedTerm) {
      return false;
    }
    heardNanos = clock.nanos();
    return true;
  }

  /** Whether a trial vote may be given: nothing follows from it by itself. */
  synchronized boolean mayTry() {
    return clock.nanos() - heardNanos >= promisedNanos;
  }

  /**
   * Whether a vote in a term may be asked for or given; if so, leaders of earlier terms are not
   * acknowledged any more.
   *
   * @param handedOn whether the leader itself has asked for the election
   */
  synchronized boolean vote(long term, boolean handedOn) {
    if (!handedOn && !mayTry()) {
      return false;
    }
    votedTerm = Math.max(votedTerm, term);
    return true;
  }

  /** Whether this node has let a vote through that ends a term, its own leadership included. */
  boolean isOver(long term) {
    return votedTerm > term;
  }
}
