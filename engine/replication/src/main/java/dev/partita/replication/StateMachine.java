package dev.partita.replication;

import java.util.List;

/**
 * What a replica makes of the committed entries of its group. Every replica does the same: what
 * happens depends on the entries alone. Called by one thread at a time, in the order of the log.
 */
public interface StateMachine {

  /** The last entry that the state has, as of the last start too; 0 if it has none. */
  long appliedIndex();

  /**
   * The last entry that the state would have after a crash at this moment; 0 if it would have none.
   * The log must keep everything after it. By any thread.
   */
  long durableIndex();

  /**
   * Applies a committed entry. When this returns, the store that partitions evaluate against has
   * it. Entries up to {@link #appliedIndex} are passed over.
   *
   * @param index of the entry in the log
   * @param term of the entry in the log
   * @return what of it has not happened because it must not, as everywhere: it was worked out in
   *     another term, or is kept out by a {@link Fence}
   * @throws dev.partita.base.error.DatabaseException if the store cannot be written; then no later
   *     entry may be applied before this one
   */
  List<Proposable> apply(long index, long term, LogEntry entry);

  /**
   * The whole state of the group at this moment, for a replica that is too far behind for the log.
   * Several may be open, each read by a thread of its own.
   */
  GroupSnapshot snapshot();

  /**
   * Replaces the state by that of another replica. If it breaks off the replica has no state, and
   * {@link #appliedIndex} is 0, until it is repeated.
   */
  void install(GroupSnapshot snapshot);
}
