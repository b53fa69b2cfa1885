package dev.partita.container;

import dev.partita.base.time.Clock;
import dev.partita.container.catalogue.Catalogue;
import java.util.concurrent.Executor;

/**
 * What containers work with; one for all containers of an engine. Immutable.
 *
 * @param groups what partitions and segments work with
 * @param answers where work goes on that must not be waited for
 * @param logicalLimitBytes how much one partition key value may hold
 * @param routes where work waits for a leader
 */
record ContainerEnvironment(
    GroupEnvironments groups,
    Executor answers,
    Clock clock,
    long logicalLimitBytes,
    Catalogue catalogue,
    RouteChanges routes) {}
