package dev.partita.container;

import dev.partita.container.group.Groups;
import dev.partita.partition.PhysicalPartition;
import dev.partita.partition.ReadLease;
import dev.partita.partition.Segment;
import dev.partita.replication.Leadership;
import dev.partita.replication.ReplicationLog;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What the partitions and segments of each replication group work with on this node. Groups that
 * share a log share everything. Safe for use by any number of threads.
 */
final class GroupEnvironments {

  private final Groups groups;
  private final Function<Leadership, ReadLease> leases;
  private final BiFunction<Integer, ReadLease, Segment> segments;
  private final Function<ReplicationLog, PhysicalPartition.Environment> making;
  private final Map<ReplicationLog, PhysicalPartition.Environment> made = new ConcurrentHashMap<>();
  private final Map<ReplicationLog, ReadLease> reads = new ConcurrentHashMap<>();

  /**
   * @param leases of the groups, made once for each log
   */
  GroupEnvironments(
      Groups groups,
      Function<Leadership, ReadLease> leases,
      BiFunction<Integer, ReadLease, Segment> segments,
      Function<ReplicationLog, PhysicalPartition.Environment> making) {
    this.groups = groups;
    this.leases = leases;
    this.segments = segments;
    this.making = making;
  }

  PhysicalPartition.Environment partitions(int group) {
    return made.computeIfAbsent(groups.log(group), making);
  }

  /** What a container has in a group, on this node. */
  Segment segment(int number, int group) {
    return segments.apply(
        number, reads.computeIfAbsent(groups.log(group), log -> leases.apply(log.leadership())));
  }

  Groups groups() {
    return groups;
  }
}
