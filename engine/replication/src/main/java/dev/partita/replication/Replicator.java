package dev.partita.replication;

/** The way from an evaluated commit to a durable one. Safe for use by any number of threads. */
public interface Replicator {

  /**
   * Makes the effect durable and visible. A partition has at most one call under way, so the
   * effects of one partition arrive in the order of their log sequence numbers.
   *
   * @throws dev.partita.base.error.DatabaseException if the effect did not and will not happen
   */
  void commit(Effect effect);
}
