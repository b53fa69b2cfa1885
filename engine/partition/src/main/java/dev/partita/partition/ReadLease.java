package dev.partita.partition;

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
}
