package dev.partita.document;

/**
 * Receives what operations on items came to that requests asked for; the removal of expired items
 * is none. Safe for use by any number of threads.
 */
@FunctionalInterface
public interface OutcomeListener {

  /**
   * Called once for each operation when its result is taken, by the thread that takes it, which may
   * be an event loop: it must neither block nor throw.
   */
  void onOutcome(OperationOutcome outcome);
}
