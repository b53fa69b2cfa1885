package dev.partita.partition;

import java.util.Map;

/** How new the state must be that a read sees. Immutable. */
public sealed interface ReadConsistency {

  /** All that was acknowledged before the read began: only the leader can tell. */
  ReadConsistency LEADER = new Leader();

  /** Some state that there was: any replica has one. */
  ReadConsistency ANY = new Any();

  /** What a client has seen of one partition. */
  static ReadConsistency session(int partition, long lsn) {
    return new Session(Map.of(partition, lsn));
  }

  record Leader() implements ReadConsistency {}

  /**
   * At least what a client has seen already.
   *
   * @param lsns by the number of the partition; of one that is not named nothing was seen
   */
  record Session(Map<Integer, Long> lsns) implements ReadConsistency {
    public Session {
      lsns = Map.copyOf(lsns);
    }
  }

  record Any() implements ReadConsistency {}
}
