package dev.partita.net;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.net.execution.InlineCircuitBreaker;
import dev.partita.net.frames.FrameConnectionProtocol;
import dev.partita.net.frames.FrameHandler;
import dev.partita.net.frames.FrameRules;
import dev.partita.net.http.HttpHandler;
import dev.partita.net.http.HttpService;
import dev.partita.net.http.OriginPolicy;
import dev.partita.net.http.http1.Http1Protocol;
import dev.partita.net.http.http2.Http2Protocol;
import dev.partita.net.tls.IdentitySource;
import dev.partita.net.transport.ByteBudget;
import dev.partita.net.transport.ConnectionProtocol;
import dev.partita.net.transport.Connections;
import dev.partita.net.transport.NetLimits;
import dev.partita.net.transport.ProtocolSniffer;
import dev.partita.net.transport.ServerThreads;
import dev.partita.net.transport.SpinBeforeSelect;
import dev.partita.net.transport.TlsContexts;
import dev.partita.net.transport.Transport;
import dev.partita.net.transport.UnreadOutput;
import dev.partita.net.websocket.WebSocketHandler;
import dev.partita.net.websocket.WebSocketUpgrade;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetSocketAddress;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server on one or more addresses, each of which serves HTTP/1.1 and HTTP/2, or a protocol with
 * frames, with and without TLS: the first bytes of a connection tell. It listens from {@link
 * #start} on until {@link #stop}; safe for any number of threads. All its platform threads are
 * daemons, so it keeps no program alive by itself.
 */
public final class NetServer implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(NetServer.class);
  private static final int MAX_EVENT_LOOPS = 16;
  private static final long CLOSE_MILLIS = 5_000;

  private final Transport transport;
  private final HttpService http;
  private final EventLoopGroup eventLoops;
  private final List<Channel> listeners = new ArrayList<>();
  private final List<InetSocketAddress> addresses = new ArrayList<>();
  private boolean stopped;

  private NetServer(
      HttpHandler handler,
      NetLimits limits,
      Clock clock,
      @Nullable IdentitySource identity,
      OriginPolicy origins) {
    transport =
        new Transport(
            limits,
            clock,
            new ByteBudget(limits.bufferedBytes()),
            new UnreadOutput(limits.bufferedBytes()),
            ServerThreads.start(),
            new Connections(limits.connections()),
            InlineCircuitBreaker.standard(clock),
            identity == null ? null : new TlsContexts(identity, clock));
    http = new HttpService(handler, transport, origins);
    // They carry out the quick requests, too, and these may be all there are.
    int processors = Runtime.getRuntime().availableProcessors();
    eventLoops =
        new MultiThreadIoEventLoopGroup(
            Math.clamp(processors, 1, MAX_EVENT_LOOPS),
            new LoopThreads(),
            NioIoHandler.newFactory(
                SelectorProvider.provider(), () -> new SpinBeforeSelect(Clock.system())));
  }

  /**
   * Listens on all the addresses, without TLS; port 0 stands for any free one.
   *
   * @throws DatabaseException as the other one does
   */
  public static NetServer start(
      List<InetSocketAddress> addresses, HttpHandler handler, NetLimits limits, Clock clock) {
    return start(addresses, handler, limits, clock, null, OriginPolicy.ANY);
  }

  /**
   * Listens on all the addresses; port 0 stands for any free one.
   *
   * @param identity what the server shows to clients that want TLS, asked for when the first of
   *     them comes; null closes the connections of such clients
   * @param origins from where requests are taken, here and where {@link #listen} says nothing else
   * @throws DatabaseException UNAVAILABLE when one of them cannot be listened on, with its host,
   *     port and the reason in the context; nothing listens then
   */
  public static NetServer start(
      List<InetSocketAddress> addresses,
      HttpHandler handler,
      NetLimits limits,
      Clock clock,
      @Nullable IdentitySource identity,
      OriginPolicy origins) {
    var server = new NetServer(handler, limits, clock, identity, origins);
    try {
      addresses.forEach(address -> server.addresses.add(server.listen(address, server.http, null)));
    } catch (DatabaseException e) {
      server.stop(0);
      throw e;
    }
    return server;
  }

  /**
   * Listens on one more address, where another handler answers. Limits and threads are shared.
   *
   * @return the address with its actual port
   * @throws DatabaseException UNAVAILABLE when it cannot be listened on, as {@link #start} does
   */
  public InetSocketAddress listen(InetSocketAddress address, HttpHandler handler) {
    return listen(address, handler, http.origins());
  }

  /**
   * Listens on one more address, where requests are taken from elsewhere than at the others.
   *
   * @return the address with its actual port
   * @throws DatabaseException UNAVAILABLE when it cannot be listened on, as {@link #start} does
   */
  public InetSocketAddress listen(
      InetSocketAddress address, HttpHandler handler, OriginPolicy origins) {
    return listen(address, http.with(handler, origins), null);
  }

  /**
   * Listens on one more address, where something else is served, over WebSockets as well.
   *
   * @return the address with its actual port
   * @throws DatabaseException UNAVAILABLE when it cannot be listened on, as {@link #start} does
   */
  public InetSocketAddress listen(
      InetSocketAddress address, HttpHandler handler, WebSocketHandler webSockets) {
    return listen(address, handler, webSockets, http.origins());
  }

  /**
   * Listens on one more address, where something else is served, over WebSockets as well, and
   * requests are taken from elsewhere.
   *
   * @return the address with its actual port
   * @throws DatabaseException UNAVAILABLE when it cannot be listened on, as {@link #start} does
   */
  public InetSocketAddress listen(
      InetSocketAddress address,
      HttpHandler handler,
      WebSocketHandler webSockets,
      OriginPolicy origins) {
    return listen(
        address,
        http.with(handler, origins),
        (service, channel) -> new WebSocketUpgrade(service, webSockets, channel));
  }

  /**
   * Listens on one more address, where a protocol with frames is spoken, with and without TLS.
   * Limits and threads are shared.
   *
   * @param protocol its name, for logs
   * @return the address with its actual port
   * @throws DatabaseException UNAVAILABLE when it cannot be listened on, as {@link #start} does
   */
  public InetSocketAddress listen(
      InetSocketAddress address, String protocol, FrameRules rules, FrameHandler handler) {
    return listen(
        address, List.of(new FrameConnectionProtocol(protocol, rules, handler, transport)));
  }

  private InetSocketAddress listen(
      InetSocketAddress address, HttpService service, Http1Protocol.@Nullable Upgrade upgrade) {
    return listen(
        address, List.of(new Http2Protocol(service), new Http1Protocol(service, upgrade)));
  }

  private InetSocketAddress listen(InetSocketAddress address, List<ConnectionProtocol> protocols) {
    ChannelFuture bound =
        new ServerBootstrap()
            .group(eventLoops)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channel.pipeline().addLast(new ProtocolSniffer(transport, protocols, channel));
                  }
                })
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      Throwable cause = bound.cause();
      throw new DatabaseException(ErrorCode.UNAVAILABLE, "Cannot listen on this address", cause)
          .with("host", address.getHostString())
          .with("port", address.getPort())
          .with("reason", cause);
    }
    synchronized (this) {
      listeners.add(bound.channel());
    }
    return (InetSocketAddress) bound.channel().localAddress();
  }

  /** The addresses it was started with, in the order they were given, with their actual ports. */
  public List<InetSocketAddress> addresses() {
    return Collections.unmodifiableList(addresses);
  }

  /** All addresses that it listens on, those that were added included. */
  public synchronized List<InetSocketAddress> listening() {
    return listeners.stream().map(each -> (InetSocketAddress) each.localAddress()).toList();
  }

  int openConnections() {
    return transport.connections().count();
  }

  long bufferedBytesLeft() {
    return transport.budget().left();
  }

  long unreadBytes() {
    return transport.unread().heldBytes();
  }

  /**
   * Stops accepting, lets requests that have begun to arrive be answered for at most the given
   * time, then cuts off what is left. Later calls do nothing. Not to be called by a handler, which
   * would wait for itself.
   */
  public synchronized void stop(long drainMillis) {
    if (stopped) {
      return;
    }
    stopped = true;
    for (Channel listener : listeners) {
      listener.close().awaitUninterruptibly();
    }
    if (!transport.connections().drain(drainMillis) && drainMillis > 0) {
      log.warn("Connections cut off while stopping: {}", transport.connections().count());
    }
    transport.threads().stop();
    transport.connections().closeAll();
    eventLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    if (!transport.threads().awaitEnd(CLOSE_MILLIS)) {
      log.warn("A request is still being worked on while the server stops.");
    }
  }

  /** Stops without waiting for requests. */
  @Override
  public void close() {
    stop(0);
  }
}
