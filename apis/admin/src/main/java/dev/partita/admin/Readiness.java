package dev.partita.admin;

/** Whether requests can be served, and if not, why not yet or no longer. */
public sealed interface Readiness {

  /** The next request will find everything in place. */
  record Ready() implements Readiness {}

  /**
   * Requests would fail.
   *
   * @param reason a sentence for the person who waits
   */
  record NotReady(String reason) implements Readiness {}
}
