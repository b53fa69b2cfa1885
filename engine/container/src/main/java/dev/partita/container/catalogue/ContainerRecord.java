package dev.partita.container.catalogue;

import dev.partita.container.map.PartitionMap;
import dev.partita.container.map.SegmentMap;
import dev.partita.throughput.ThroughputSettings;
import org.jspecify.annotations.Nullable;

/**
 * A container as the catalogue knows it.
 *
 * @param number unique in the store, never used again
 * @param database the number of its database
 * @param throughput its own; null if it takes part in its database's
 * @param highestThroughput the most it ever had, in RU/s: minimums follow from it
 * @param segments what its keys begin with, and which partitions lie where
 * @param reindexing the change of the index that is under way; null if it is as the policy says
 * @param changedMillis when the definition last changed; splits do not count
 * @param version grows with every change
 */
public record ContainerRecord(
    int number,
    int database,
    ContainerDefinition definition,
    @Nullable ThroughputSettings throughput,
    long highestThroughput,
    PartitionMap map,
    SegmentMap segments,
    @Nullable Reindexing reindexing,
    long changedMillis,
    long version) {

  public ContainerRecord {
    highestThroughput =
        Math.max(highestThroughput, throughput == null ? 0 : throughput.ruPerSecond());
  }

  public String name() {
    return definition.name();
  }

  /** The segment that a partition of the map lies in. */
  public int segmentOf(int partition) {
    return segments.segmentOf(map, partition);
  }

  /** The replication group that a partition of the map belongs to. */
  public int groupOf(int partition) {
    return segments.groupOf(segmentOf(partition));
  }

  public ContainerRecord withMap(PartitionMap changed) {
    return new ContainerRecord(
        number,
        database,
        definition,
        throughput,
        highestThroughput,
        changed,
        segments,
        reindexing,
        changedMillis,
        version);
  }

  /** With another definition; if it has another indexing policy, the index is to follow. */
  public ContainerRecord withDefinition(ContainerDefinition changed, long nowMillis) {
    Reindexing follows =
        changed.indexing().equals(definition.indexing())
            ? reindexing
            : Reindexing.after(definition.indexing(), reindexing, version);
    return new ContainerRecord(
        number,
        database,
        changed,
        throughput,
        highestThroughput,
        map,
        segments,
        follows,
        nowMillis,
        version);
  }

  public ContainerRecord withThroughput(ThroughputSettings changed) {
    return new ContainerRecord(
        number,
        database,
        definition,
        changed,
        highestThroughput,
        map,
        segments,
        reindexing,
        changedMillis,
        version);
  }

  public ContainerRecord withReindexing(@Nullable Reindexing changed) {
    return new ContainerRecord(
        number,
        database,
        definition,
        throughput,
        highestThroughput,
        map,
        segments,
        changed,
        changedMillis,
        version);
  }

  ContainerRecord withVersion(long stored) {
    return new ContainerRecord(
        number,
        database,
        definition,
        throughput,
        highestThroughput,
        map,
        segments,
        reindexing,
        changedMillis,
        stored);
  }
}
