package dev.partita.container.catalogue;

import dev.partita.throughput.ThroughputSettings;
import org.jspecify.annotations.Nullable;

/**
 * A database as the catalogue knows it.
 *
 * @param number unique in the store, never used again
 * @param throughput shared by the containers that have none of their own; null if there is none
 * @param highestThroughput the most it ever had, in RU/s: minimums follow from it
 * @param version grows with every change
 */
public record DatabaseRecord(
    int number,
    String account,
    String name,
    @Nullable ThroughputSettings throughput,
    long highestThroughput,
    long changedMillis,
    long version) {

  public DatabaseRecord {
    ResourceName.require(account);
    ResourceName.require(name);
    highestThroughput =
        Math.max(highestThroughput, throughput == null ? 0 : throughput.ruPerSecond());
  }

  public DatabaseRecord withThroughput(@Nullable ThroughputSettings changed) {
    return new DatabaseRecord(
        number, account, name, changed, highestThroughput, changedMillis, version);
  }

  DatabaseRecord withVersion(long stored) {
    return new DatabaseRecord(
        number, account, name, throughput, highestThroughput, changedMillis, stored);
  }
}
