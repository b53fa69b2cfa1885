package dev.partita.partition;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Deadline;

/**
 * The right to answer for the newest state of a replication group. Safe for use by any number of
 * threads.
 *
 * <p>It is asked for after the state has been read: who has it then had it at the moment of the
 * state, so nobody else can have acknowledged anything before that which the state does not have.
 */
@FunctionalInterface
public interface ReadLease {

  /** That of the only replica. */
  ReadLease ALWAYS = () -> true;

  boolean isHeld();

  /** Whether there is a state here at all, however old. */
  default boolean isReadable() {
    return true;
  }

  /**
   * Waits, where it is not held, until whatever is read here afterwards is as new as this call.
   *
   * @throws DatabaseException UNAVAILABLE if nobody leads in time, TIMEOUT after the deadline
   * @throws dev.partita.base.concurrent.WouldWait on a thread that must not wait
   */
  default void await(Deadline deadline) {
    throw new DatabaseException(
        ErrorCode.UNAVAILABLE,
        "This node does not lead the partition any more. Ask again: another one does.");
  }

  /**
   * The same if the state may be a little older.
   *
   * @param nanos how long ago it must have been the newest at most
   */
  default void await(Deadline deadline, long nanos) {
    await(deadline);
  }
}
