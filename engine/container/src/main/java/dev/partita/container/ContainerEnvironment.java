package dev.partita.container;

import dev.partita.base.time.Clock;
import dev.partita.partition.PhysicalPartition;
import dev.partita.storage.Store;

/**
 * What containers work with; one for all containers of an engine. Immutable.
 *
 * @param logicalLimitBytes how much one partition key value may hold
 */
record ContainerEnvironment(
    Store store, PhysicalPartition.Environment partitions, Clock clock, long logicalLimitBytes) {}
