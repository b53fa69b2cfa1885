package dev.partita.container;

import dev.partita.base.time.Clock;
import dev.partita.partition.KeySpace;
import dev.partita.partition.PhysicalPartition;
import dev.partita.partition.Segment;
import dev.partita.storage.Store;

/**
 * What containers work with; one for all containers of an engine. Immutable.
 *
 * @param logicalLimitBytes how much one partition key value may hold
 */
record ContainerEnvironment(
    Store store, PhysicalPartition.Environment partitions, Clock clock, long logicalLimitBytes) {

  /** What a container has on this node. */
  Segment segment(int container) {
    return new Segment(store, new KeySpace(container));
  }
}
