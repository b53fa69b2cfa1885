package dev.partita.partition;

/**
 * What a caller wants done in a transaction. Evaluated exactly once, by the partition's writer, in
 * the order of arrival; it must be short and must touch nothing but the transaction.
 */
@FunctionalInterface
public interface Work<R> {

  /**
   * @throws dev.partita.base.error.DatabaseException to give up: nothing of the transaction happens
   */
  R evaluate(Transaction transaction);
}
