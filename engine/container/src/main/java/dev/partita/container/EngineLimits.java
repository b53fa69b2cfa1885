package dev.partita.container;

import dev.partita.throughput.ThroughputLimits;

/**
 * The sizes and rates at which the engine says no or reorganises itself.
 *
 * @param logicalPartitionBytes how much one partition key value may hold
 * @param physicalPartitionBytes beyond how much a physical partition is split
 * @param itemBytes how large one item may be
 * @param logMillis how long deletes stay in the change log of a container without history
 */
public record EngineLimits(
    long logicalPartitionBytes,
    long physicalPartitionBytes,
    int itemBytes,
    long logMillis,
    ThroughputLimits throughput) {

  private static final long GIGABYTE = 1L << 30;
  private static final EngineLimits DEFAULTS =
      new EngineLimits(
          20 * GIGABYTE, 50 * GIGABYTE, 2 << 20, 3_600_000, ThroughputLimits.defaults());

  public EngineLimits {
    require("logicalPartitionBytes", logicalPartitionBytes);
    require("physicalPartitionBytes", physicalPartitionBytes);
    require("itemBytes", itemBytes);
    require("logMillis", logMillis);
  }

  public static EngineLimits defaults() {
    return DEFAULTS;
  }

  public EngineLimits withLogicalPartitionBytes(long bytes) {
    return new EngineLimits(bytes, physicalPartitionBytes, itemBytes, logMillis, throughput);
  }

  public EngineLimits withPhysicalPartitionBytes(long bytes) {
    return new EngineLimits(logicalPartitionBytes, bytes, itemBytes, logMillis, throughput);
  }

  public EngineLimits withItemBytes(int bytes) {
    return new EngineLimits(
        logicalPartitionBytes, physicalPartitionBytes, bytes, logMillis, throughput);
  }

  public EngineLimits withLogMillis(long millis) {
    return new EngineLimits(
        logicalPartitionBytes, physicalPartitionBytes, itemBytes, millis, throughput);
  }

  public EngineLimits withThroughput(ThroughputLimits changed) {
    return new EngineLimits(
        logicalPartitionBytes, physicalPartitionBytes, itemBytes, logMillis, changed);
  }

  private static void require(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be positive, not " + value);
    }
  }
}
