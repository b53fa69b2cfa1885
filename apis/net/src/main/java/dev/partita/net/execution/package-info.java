/**
 * Where the work of requests runs: the one place that decides it, for every protocol. A handler is
 * called on the event loop of its connection, reads what the request asks for, and passes the work
 * on to the {@link dev.partita.net.execution.RequestExecutor} of the request, as brief or as work
 * that may wait. Brief work runs on the event loop, which spares it two changes of threads, as long
 * as the {@link dev.partita.net.execution.InlineCircuitBreaker} finds that it is brief; the plain
 * twin, with the breaker switched off, runs everything on workers.
 *
 * <p>What must stay true: nothing waits on an event loop; work that is given up on the event loop
 * has had no effect and is not charged; the measurements behind this are those of ADR 12.
 */
@NullMarked
package dev.partita.net.execution;

import org.jspecify.annotations.NullMarked;
