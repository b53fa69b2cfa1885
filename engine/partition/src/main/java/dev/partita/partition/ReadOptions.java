package dev.partita.partition;

import dev.partita.base.time.Deadline;

/**
 * What a read asks for besides the data. Immutable.
 *
 * @param deadline after which no further read is begun; those that wait for another node end
 */
public record ReadOptions(ReadConsistency consistency, Deadline deadline) {

  public static final ReadOptions LEADER = of(ReadConsistency.LEADER);
  public static final ReadOptions ANY = of(ReadConsistency.ANY);

  /** Without a deadline. */
  public static ReadOptions of(ReadConsistency consistency) {
    return new ReadOptions(consistency, Deadline.NONE);
  }

  public ReadOptions by(Deadline other) {
    return new ReadOptions(consistency, other);
  }
}
