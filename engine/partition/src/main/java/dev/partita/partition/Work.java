package dev.partita.partition;

/**
 * What a caller wants done in a transaction. Evaluated exactly once, in the order of arrival and by
 * one thread at a time, be it that of another caller; it must be short, must not wait, and must
 * touch nothing but the transaction.
 */
@FunctionalInterface
public interface Work<R> {

  /**
   * @throws dev.partita.base.error.DatabaseException to give up: nothing of the transaction happens
   */
  R evaluate(Transaction transaction);
}
