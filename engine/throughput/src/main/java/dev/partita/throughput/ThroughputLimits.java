package dev.partita.throughput;

/**
 * Limits of one physical partition. Immutable; configurable so that tests can split containers
 * without producing the load of a large one.
 *
 * @param ruPerPartition highest rate that one physical partition serves
 * @param ruPerPartitionAtCreation rate of a new container with manual throughput that is planned
 *     for one partition; lower than the limit, so that it can be scaled up before it must split
 * @param burst whether idle throughput is banked
 * @param burstSeconds how many seconds of its rate a partition can bank
 * @param burstRuPerSecond highest rate that a partition reaches with its bank; partitions that have
 *     as much by themselves bank nothing
 */
public record ThroughputLimits(
    long ruPerPartition,
    long ruPerPartitionAtCreation,
    boolean burst,
    int burstSeconds,
    long burstRuPerSecond) {

  private static final ThroughputLimits DEFAULTS =
      new ThroughputLimits(10_000, 6_000, false, 300, 3_000);

  public ThroughputLimits {
    if (ruPerPartitionAtCreation < 1 || ruPerPartition < ruPerPartitionAtCreation) {
      throw new IllegalArgumentException(
          "The limit of a partition, %d RU/s, must reach what is planned for it at creation, %d RU/s"
              .formatted(ruPerPartition, ruPerPartitionAtCreation));
    }
    if (burstSeconds < 1 || burstSeconds > 3_600) {
      throw new IllegalArgumentException("Banked seconds outside of 1 to 3600: " + burstSeconds);
    }
    if (burstRuPerSecond < 1 || burstRuPerSecond > Budget.RU_PER_SECOND_MAX / burstSeconds) {
      throw new IllegalArgumentException("Burst rate out of range: " + burstRuPerSecond);
    }
  }

  /** The limits of the service that users know: 10,000 RU/s per partition, and no burst. */
  public static ThroughputLimits defaults() {
    return DEFAULTS;
  }

  public ThroughputLimits withBurst(boolean enabled) {
    return new ThroughputLimits(
        ruPerPartition, ruPerPartitionAtCreation, enabled, burstSeconds, burstRuPerSecond);
  }

  /** Number of physical partitions that a new container starts with. */
  public int initialPartitions(ThroughputSettings settings) {
    return switch (settings) {
      case ThroughputSettings.Manual(long ruPerSecond) ->
          partitions(ruPerSecond, ruPerPartitionAtCreation);
      case ThroughputSettings.Autoscale(long maxRuPerSecond) -> requiredPartitions(maxRuPerSecond);
    };
  }

  /**
   * Number of physical partitions that a rate needs: the target of a scale-up, and the number of
   * slots of a database with shared throughput.
   */
  public int requiredPartitions(long ruPerSecond) {
    return partitions(ruPerSecond, ruPerPartition);
  }

  private static int partitions(long ruPerSecond, long ruPerSecondEach) {
    return Math.toIntExact(Math.max(1, Math.ceilDiv(ruPerSecond, ruPerSecondEach)));
  }
}
