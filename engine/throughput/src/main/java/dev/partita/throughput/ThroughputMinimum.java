package dev.partita.throughput;

/**
 * Lowest throughput that a container or a database may be set to, given its stored bytes and its
 * highest throughput so far. Pure functions. The results are valid settings, rounded up to the
 * step.
 *
 * <p>The reason for a minimum: partitions are not merged when throughput is lowered, and every
 * partition needs a useful share.
 */
public final class ThroughputMinimum {

  private static final long GB = 1L << 30;
  private static final int CONTAINERS_INCLUDED = 25;

  private ThroughputMinimum() {}

  /** For a container with manual throughput: 1 RU/s per GB, a hundredth of the highest ever. */
  public static long manualContainer(long storedBytes, long highestRuPerSecond) {
    long floor = ThroughputSettings.Manual.MINIMUM;
    return manual(floor, storedBytes, highestRuPerSecond);
  }

  /** For the maximum of a container with autoscale: ten times as much as manual. */
  public static long autoscaleContainer(long storedBytes, long highestRuPerSecond) {
    long floor = ThroughputSettings.Autoscale.MINIMUM;
    return autoscale(floor, storedBytes, highestRuPerSecond);
  }

  /**
   * For a database whose containers share manual throughput: 100 RU/s more per container past 25.
   */
  public static long manualDatabase(long storedBytes, long highestRuPerSecond, int containers) {
    long more = ThroughputSettings.Manual.STEP * beyondIncluded(containers);
    return manual(ThroughputSettings.Manual.MINIMUM + more, storedBytes, highestRuPerSecond);
  }

  /** For the maximum of a database whose containers share throughput with autoscale. */
  public static long autoscaleDatabase(long storedBytes, long highestRuPerSecond, int containers) {
    long more = ThroughputSettings.Autoscale.STEP * beyondIncluded(containers);
    return autoscale(ThroughputSettings.Autoscale.MINIMUM + more, storedBytes, highestRuPerSecond);
  }

  private static long manual(long floor, long storedBytes, long highestRuPerSecond) {
    long byStorage = Math.ceilDiv(storedBytes, GB);
    long byHighest = Math.ceilDiv(highestRuPerSecond, 100);
    return roundUp(largest(floor, byStorage, byHighest), ThroughputSettings.Manual.STEP);
  }

  private static long autoscale(long floor, long storedBytes, long highestRuPerSecond) {
    long byStorage = 10 * Math.ceilDiv(storedBytes, GB);
    long byHighest = Math.ceilDiv(highestRuPerSecond, 10);
    return roundUp(largest(floor, byStorage, byHighest), ThroughputSettings.Autoscale.STEP);
  }

  private static long beyondIncluded(int containers) {
    return Math.max(containers - CONTAINERS_INCLUDED, 0);
  }

  private static long largest(long a, long b, long c) {
    return Math.max(a, Math.max(b, c));
  }

  private static long roundUp(long value, long step) {
    return Math.ceilDiv(value, step) * step;
  }
}
