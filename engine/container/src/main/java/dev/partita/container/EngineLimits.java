package dev.partita.container;

import dev.partita.throughput.ThroughputLimits;

/**
 * The sizes and rates at which the engine says no or reorganises itself.
 *
 * @param logicalPartitionBytes how much one partition key value may hold
 * @param physicalPartitionBytes beyond how much a physical partition is split
 * @param itemBytes how large one item may be
 * @param loadRuPerSecond beyond how much per second a partition of a ranged container without
 *     throughput is split
 * @param loadPartitions up to how many partitions such a container is divided for its load
 * @param logMillis how long deletes stay in the change log of a container without history
 */
public record EngineLimits(
    long logicalPartitionBytes,
    long physicalPartitionBytes,
    int itemBytes,
    long loadRuPerSecond,
    int loadPartitions,
    long logMillis,
    ThroughputLimits throughput) {

  private static final long GIGABYTE = 1L << 30;
  private static final EngineLimits DEFAULTS =
      new EngineLimits(
          20 * GIGABYTE,
          50 * GIGABYTE,
          2 << 20,
          200_000,
          Runtime.getRuntime().availableProcessors(),
          3_600_000,
          ThroughputLimits.defaults());

  public EngineLimits {
    require("logicalPartitionBytes", logicalPartitionBytes);
    require("physicalPartitionBytes", physicalPartitionBytes);
    require("itemBytes", itemBytes);
    require("loadRuPerSecond", loadRuPerSecond);
    require("loadPartitions", loadPartitions);
    require("logMillis", logMillis);
  }

  public static EngineLimits defaults() {
    return DEFAULTS;
  }

  public EngineLimits withLogicalPartitionBytes(long bytes) {
    return new EngineLimits(
        bytes,
        physicalPartitionBytes,
        itemBytes,
        loadRuPerSecond,
        loadPartitions,
        logMillis,
        throughput);
  }

  public EngineLimits withPhysicalPartitionBytes(long bytes) {
    return new EngineLimits(
        logicalPartitionBytes,
        bytes,
        itemBytes,
        loadRuPerSecond,
        loadPartitions,
        logMillis,
        throughput);
  }

  public EngineLimits withItemBytes(int bytes) {
    return new EngineLimits(
        logicalPartitionBytes,
        physicalPartitionBytes,
        bytes,
        loadRuPerSecond,
        loadPartitions,
        logMillis,
        throughput);
  }

  public EngineLimits withLoad(long ruPerSecond, int partitions) {
    return new EngineLimits(
        logicalPartitionBytes,
        physicalPartitionBytes,
        itemBytes,
        ruPerSecond,
        partitions,
        logMillis,
        throughput);
  }

  public EngineLimits withLogMillis(long millis) {
    return new EngineLimits(
        logicalPartitionBytes,
        physicalPartitionBytes,
        itemBytes,
        loadRuPerSecond,
        loadPartitions,
        millis,
        throughput);
  }

  public EngineLimits withThroughput(ThroughputLimits changed) {
    return new EngineLimits(
        logicalPartitionBytes,
        physicalPartitionBytes,
        itemBytes,
        loadRuPerSecond,
        loadPartitions,
        logMillis,
        changed);
  }

  private static void require(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be positive, not " + value);
    }
  }
}
