package dev.partita.net.link;

import dev.partita.base.concurrent.Uninterruptibly;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The links of a program: event loops of their own, so that they never wait for what others do, and
 * the addresses it listens on. Safe for any number of threads, all of which are daemons.
 */
public final class LinkNetwork implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(LinkNetwork.class);
  private static final int LOOPS = 3;
  private static final int HANDSHAKES_MAX = 4;
  private static final long CLOSE_MILLIS = 5_000;

  private final LinkRules rules;
  private final EventLoopGroup loops;
  private final ExecutorService handshakes;
  private final ExecutorService resolving;
  private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
  private final AtomicInteger strangers = new AtomicInteger();
  private final AtomicLong turnedAway = new AtomicLong();
  private final AtomicBoolean stopped = new AtomicBoolean();

  private LinkNetwork(String name, LinkRules rules) {
    this.rules = rules;
    loops =
        new MultiThreadIoEventLoopGroup(
            LOOPS, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
    int processors = Runtime.getRuntime().availableProcessors();
    handshakes =
        Executors.newFixedThreadPool(
            Math.clamp(processors / 2, 1, HANDSHAKES_MAX),
            Thread.ofPlatform().name(name + "-tls-", 0).daemon().factory());
    resolving =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(name + "-name-", 0).factory());
  }

  /**
   * @param name of its threads
   */
  public static LinkNetwork start(String name, LinkRules rules) {
    return new LinkNetwork(name, rules);
  }

  /** One of the loops; they are given out in turn. */
  public LinkLoop loop() {
    return new NettyLoop(loops.next());
  }

  /** How many links were closed at once because there were too many strangers. */
  public long turnedAway() {
    return turnedAway.get();
  }

  /**
   * Listens on an address; port 0 stands for any free one.
   *
   * @param tls asked for each link, so that a certificate that was renewed is shown from then on
   * @param protocols the names of what is spoken, of which the other side chooses
   * @param handlers makes the handler of a link, given the address of the other side
   * @return the address with its actual port
   * @throws DatabaseException UNAVAILABLE when it cannot be listened on
   */
  public InetSocketAddress listen(
      InetSocketAddress address,
      Supplier<LinkTls> tls,
      List<String> protocols,
      Function<String, LinkHandler> handlers) {
    var contexts = new LastContext(made -> made.listening(protocols));
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    accept(channel, contexts.of(tls.get()), handlers);
                  }
                })
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      Throwable cause = bound.cause();
      throw new DatabaseException(
              ErrorCode.UNAVAILABLE, "Cannot listen for other nodes on this address", cause)
          .with("host", address.getHostString())
          .with("port", address.getPort())
          .with("reason", cause);
    }
    open.add(bound.channel());
    return (InetSocketAddress) bound.channel().localAddress();
  }

  private void accept(
      SocketChannel channel, SslContext context, Function<String, LinkHandler> handlers) {
    if (strangers.incrementAndGet() > rules.strangers()) {
      strangers.decrementAndGet();
      turnedAway.incrementAndGet();
      var _ = channel.close();
      return;
    }
    var counted = new AtomicBoolean(true);
    Runnable known =
        () -> {
          if (counted.compareAndSet(true, false)) {
            strangers.decrementAndGet();
          }
        };
    String remote = channel.remoteAddress().getAddress().getHostAddress();
    begin(channel, context, new LinkConnection(channel, handlers.apply(remote), rules, known));
  }

  /**
   * Connects to an address.
   *
   * @param loop of {@link #loop}, which the link is confined to
   * @param protocol the name of what is to be spoken
   */
  public void connect(
      LinkLoop loop,
      InetSocketAddress address,
      Supplier<LinkTls> tls,
      String protocol,
      LinkHandler handler) {
    Runnable prepare =
        () -> {
          try {
            // Looking up a name may take seconds, and building TLS milliseconds.
            InetSocketAddress resolved = resolve(address);
            SslContext context = tls.get().connecting(protocol);
            loop.execute(() -> connect((NettyLoop) loop, resolved, context, handler));
          } catch (UnknownHostException | RuntimeException e) {
            loop.execute(() -> handler.closed(e));
          }
        };
    try {
      resolving.execute(prepare);
    } catch (RejectedExecutionException stopped) {
      log.debug("Not connected because the network has stopped: {}", address, stopped);
      loop.execute(() -> handler.closed(stopped));
    }
  }

  private static InetSocketAddress resolve(InetSocketAddress address) throws UnknownHostException {
    return address.isUnresolved()
        ? new InetSocketAddress(InetAddress.getByName(address.getHostString()), address.getPort())
        : address;
  }

  private void connect(
      NettyLoop loop, InetSocketAddress address, SslContext context, LinkHandler handler) {
    var begun = new LinkConnection[1];
    ChannelFuture connecting =
        new Bootstrap()
            .group(loop.netty())
            .channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(rules.connectMillis()))
            .handler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    begun[0] = new LinkConnection(channel, handler, rules, () -> {});
                    begin(channel, context, begun[0]);
                  }
                })
            .connect(address);
    var _ =
        connecting.addListener(
            done -> {
              if (done.isSuccess()) {
                return;
              }
              if (begun[0] == null) {
                handler.closed(done.cause());
              } else {
                begun[0].ended(done.cause());
              }
            });
  }

  private void begin(SocketChannel channel, SslContext context, LinkConnection connection) {
    open.add(channel);
    // Signing and the like takes milliseconds, in which the event loop has better things to do.
    SslHandler tls = context.newHandler(channel.alloc(), handshakes);
    tls.setHandshakeTimeoutMillis(rules.helloMillis());
    tls.setCloseNotifyFlushTimeoutMillis(1_000);
    channel.pipeline().addLast(tls, connection);
  }

  /** Closes all links. Not to be called on one of the loops, which would wait for itself. */
  @Override
  public void close() {
    if (!stopped.compareAndSet(false, true)) {
      return;
    }
    open.close().awaitUninterruptibly(CLOSE_MILLIS);
    resolving.shutdownNow();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(CLOSE_MILLIS);
    handshakes.shutdownNow();
    if (!Uninterruptibly.awaitEnd(handshakes, CLOSE_MILLIS)
        || !Uninterruptibly.awaitEnd(resolving, CLOSE_MILLIS)) {
      log.warn("A connection to another node is still being set up while the network stops.");
    }
  }

  /** What Java makes of the same certificates is made once. */
  private static final class LastContext {

    private record Made(LinkTls of, SslContext context) {}

    private final Function<LinkTls, SslContext> make;
    private @Nullable Made last;

    LastContext(Function<LinkTls, SslContext> make) {
      this.make = make;
    }

    synchronized SslContext of(LinkTls tls) {
      if (last == null || last.of() != tls) {
        last = new Made(tls, make.apply(tls));
      }
      return last.context();
    }
  }
}
