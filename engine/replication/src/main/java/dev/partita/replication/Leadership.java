package dev.partita.replication;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Whether this node leads a replication group: evaluates for its partitions and proposes the
 * effects. At most one node does in a term, and terms only grow. Safe for use by any number of
 * threads; no call waits.
 */
public interface Leadership {

  /** The {@link #term} of a node that does not lead. */
  long NONE = 0;

  /** Is told of changes, one after the other, on a thread that must not be kept. */
  interface Listener {

    /** This node leads from now on, and the store has all that was committed in earlier terms. */
    void leads(long term);

    /** This node leads no more; what it has proposed may still be committed by its successor. */
    void follows();
  }

  /**
   * The term in which this node leads, or {@link #NONE}. A term is told only once the store has
   * everything that was or can be committed in earlier terms: from then on it is right to evaluate
   * against the store. It may be over before the caller has looked at it, so the term goes along
   * with what is evaluated.
   */
  long term();

  default boolean isLeader() {
    return term() != NONE;
  }

  /**
   * Whether it is certain, without asking, that no other node leads at this moment. A reader first
   * takes its snapshot and then asks: what it has read is then the newest there is.
   */
  boolean holdsLease();

  /**
   * The same by asking a majority, where {@link #holdsLease} is false. In a group of several nodes
   * it works at those that follow, too, which ask the leader.
   *
   * @return completes when all that was committed before the call is applied here, and a snapshot
   *     taken from then on is as new as the call; fails with {@link NotLeading} if nobody leads or
   *     a majority cannot be reached, and may be tried again then
   */
  CompletableFuture<@Nullable Void> readBarrier();

  /**
   * Whether the store here is the state after some entry of the log, so that it may be read at all:
   * not on a node that keeps no replica of the group, nor while a replica is given the whole state.
   */
  default boolean isReadable() {
    return true;
  }

  /** Adds a listener; it hears of changes only, so the caller asks for the {@link #term} itself. */
  void add(Listener listener);

  /** Removes a listener, which may be in the middle of a call. */
  void remove(Listener listener);
}
