package dev.partita.container;

import dev.partita.base.time.Clock;
import dev.partita.container.catalogue.Catalogue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What containers work with; one for all containers of an engine. Immutable.
 *
 * @param groups what partitions and segments work with
 * @param answers where work goes on that must not be waited for
 * @param logicalLimitBytes how much one partition key value may hold
 * @param routes where work waits for a leader
 * @param forwarding the way to the leaders of partitions; null on a node that is alone
 */
record ContainerEnvironment(
    GroupEnvironments groups,
    Executor answers,
    Clock clock,
    long logicalLimitBytes,
    Catalogue catalogue,
    RouteChanges routes,
    @Nullable Forwarding forwarding) {}
