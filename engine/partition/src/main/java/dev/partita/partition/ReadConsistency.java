package dev.partita.partition;

import java.util.Map;
import java.util.concurrent.TimeUnit;

/** How new the state must be that a read sees. Immutable. */
public sealed interface ReadConsistency {

  /** All that was acknowledged before the read began: the leader tells, or is asked first. */
  ReadConsistency LEADER = new Leader();

  /** Some state that there was, with all before it: any replica has one. */
  ReadConsistency ANY = new Any();

  /** What a client has seen of one partition. */
  static ReadConsistency session(int partition, long lsn) {
    return new Session(Map.of(partition, lsn));
  }

  record Leader() implements ReadConsistency {}

  /**
   * A state that lacks few of the newest changes.
   *
   * @param operations how many a partition may lack
   * @param millis how long ago it was the newest, at most
   */
  record Bounded(long operations, long millis) implements ReadConsistency {

    /** More than a partition commits in a second, whatever it runs on. */
    private static final long OPERATIONS_PER_MICRO = 1;

    public Bounded {
      if (operations < 1 || millis < 1) {
        throw new IllegalArgumentException(
            "There is no such bound: %d operations, %d ms".formatted(operations, millis));
      }
    }

    /** For how long a state that was the newest is new enough, whatever happens meanwhile. */
    public long nanos() {
      return Math.min(
          TimeUnit.MICROSECONDS.toNanos(operations / OPERATIONS_PER_MICRO),
          TimeUnit.MILLISECONDS.toNanos(millis));
    }
  }

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
