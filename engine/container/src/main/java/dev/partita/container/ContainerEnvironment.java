package dev.partita.container;

import dev.partita.base.time.Clock;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.partition.PhysicalPartition;
import dev.partita.partition.Segment;
import java.util.function.IntFunction;

/**
 * What containers work with; one for all containers of an engine. Immutable.
 *
 * @param segments what containers have on this node, by the number of the segment
 * @param logicalLimitBytes how much one partition key value may hold
 * @param routes where work waits for a leader
 */
record ContainerEnvironment(
    IntFunction<Segment> segments,
    PhysicalPartition.Environment partitions,
    Clock clock,
    long logicalLimitBytes,
    Catalogue catalogue,
    RouteChanges routes) {}
