package dev.partita.throughput;

import dev.partita.base.error.DatabaseException;

/**
 * Throughput that a user set for a container or a database. Immutable, and valid once constructed:
 * the constructors refuse other values with BAD_REQUEST.
 */
public sealed interface ThroughputSettings {

  long RU_PER_SECOND_MAX = 1_000_000;

  /** A fixed rate. */
  record Manual(long ruPerSecond) implements ThroughputSettings {

    static final long MINIMUM = 400;
    static final long STEP = 100;

    public Manual {
      check(ruPerSecond, MINIMUM, STEP);
    }

    @Override
    public long step() {
      return STEP;
    }
  }

  /** A rate that follows the load between a tenth of the maximum and the maximum. */
  record Autoscale(long maxRuPerSecond) implements ThroughputSettings {

    static final long MINIMUM = 1_000;
    static final long STEP = 1_000;

    public Autoscale {
      check(maxRuPerSecond, MINIMUM, STEP);
    }

    /** Level that is available without any load. */
    public long floorRuPerSecond() {
      return maxRuPerSecond / 10;
    }

    @Override
    public long ruPerSecond() {
      return maxRuPerSecond;
    }

    @Override
    public long step() {
      return STEP;
    }
  }

  /** The rate up to which requests are admitted. */
  long ruPerSecond();

  /** The rate must be a multiple of this. */
  long step();

  /**
   * Returns these settings if they reach a minimum of {@link ThroughputMinimum}.
   *
   * @throws DatabaseException BAD_REQUEST when they do not
   */
  default ThroughputSettings requireAtLeast(long minimumRuPerSecond) {
    if (ruPerSecond() < minimumRuPerSecond) {
      throw outOfRange(
          "The throughput is below the minimum that follows from the stored data, the highest"
              + " throughput so far and the number of containers; ask for the minimum or more.",
          ruPerSecond(),
          minimumRuPerSecond,
          step());
    }
    return this;
  }

  private static void check(long ruPerSecond, long minimum, long step) {
    if (ruPerSecond < minimum || ruPerSecond > RU_PER_SECOND_MAX || ruPerSecond % step != 0) {
      throw outOfRange(
          "The throughput must lie between the minimum and the maximum and be a multiple of the"
              + " step.",
          ruPerSecond,
          minimum,
          step);
    }
  }

  private static DatabaseException outOfRange(
      String text, long ruPerSecond, long minimum, long step) {
    return DatabaseException.badRequest(text)
        .with("ruPerSecond", ruPerSecond)
        .with("minimum", minimum)
        .with("maximum", RU_PER_SECOND_MAX)
        .with("step", step);
  }
}
