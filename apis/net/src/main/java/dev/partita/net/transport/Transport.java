package dev.partita.net.transport;

import dev.partita.base.time.Clock;
import dev.partita.net.execution.InlineCircuitBreaker;
import dev.partita.net.execution.LoopExecutor;
import dev.partita.net.execution.RequestExecutor;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/**
 * The resources that all connections of a server share, whatever protocol they speak: one set of
 * limits, threads and budgets. Safe for any number of threads.
 *
 * @param budget for what has arrived from clients and is still held
 * @param unread what was sent and clients have not taken off the network yet
 * @param inline whether brief work may run on event loops
 * @param tls null for a server that does not speak TLS
 */
public record Transport(
    NetLimits limits,
    Clock clock,
    ByteBudget budget,
    UnreadOutput unread,
    ServerThreads threads,
    Connections connections,
    InlineCircuitBreaker inline,
    @Nullable TlsContexts tls) {

  /** What runs the work of the requests that come over a channel. */
  public RequestExecutor executorOf(Channel channel) {
    return new LoopExecutor(
        channel.eventLoop()::inEventLoop, channel.eventLoop(), threads.requests(), inline);
  }

  /** The same for requests that look after the server: nothing of them runs on event loops. */
  public RequestExecutor monitoringOf(Channel channel) {
    return new LoopExecutor(
        channel.eventLoop()::inEventLoop,
        channel.eventLoop(),
        threads.monitoring(),
        new InlineCircuitBreaker(clock, false));
  }
}
