package dev.partita.benchmarks.http;

import dev.partita.base.time.Clock;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Closed-loop load over HTTP: clients that each send a request over a connection of their own, wait
 * for the response and send the next. All run on one thread and parse no more of a response than
 * its length and status, so that they leave the processor to the server on the same machine.
 */
public final class HttpLoad implements AutoCloseable {

  /** Responses within a time. */
  public record Counted(long answers, double seconds, Histogram latencies) {

    public double perSecond() {
      return answers / seconds;
    }
  }

  private static final Clock CLOCK = Clock.system();
  private static final long LONGEST_NANOS = 60_000_000_000L;
  private static final int MAX_HEAD_BYTES = 16_384;

  private final EventLoopGroup eventLoop =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final List<Channel> connections = new ArrayList<>();
  private final Supplier<byte[]> requests;
  private final int expectedStatus;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  private final AtomicLong answered = new AtomicLong();

  // Accessed by the event loop only.
  private Histogram latencies = newHistogram();

  /**
   * @param requests returns the next complete request, or null; called by one thread
   * @param expectedStatus status of every response; any other ends the measurement
   */
  public HttpLoad(int port, boolean tls, int clients, Supplier<byte[]> requests, int expectedStatus)
      throws SSLException {
    this.requests = requests;
    this.expectedStatus = expectedStatus;
    SslContext context =
        tls
            ? SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .trustManager(InsecureTrustManagerFactory.INSTANCE)
                .build()
            : null;
    Bootstrap bootstrap =
        new Bootstrap()
            .group(eventLoop)
            .channel(NioSocketChannel.class)
            .handler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    if (context != null) {
                      channel
                          .pipeline()
                          .addLast(context.newHandler(channel.alloc(), "localhost", port));
                    }
                    channel.pipeline().addLast(new Client());
                  }
                });
    for (int i = 0; i < clients; i++) {
      connections.add(
          bootstrap
              .connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
              .syncUninterruptibly()
              .channel());
    }
  }

  /** Counts from the start until a number of responses. */
  public Counted awaitAnswers(long count) {
    long start = CLOCK.nanos();
    while (answered.get() < count) {
      Throwable failed = failure.get();
      if (failed != null) {
        throw new IllegalStateException("A client failed.", failed);
      }
      CLOCK.sleep(1);
    }
    double seconds = (CLOCK.nanos() - start) / 1e9;
    Histogram counted = newHistogram();
    eventLoop.submit(() -> counted.add(latencies)).syncUninterruptibly();
    return new Counted(counted.getTotalCount(), seconds, counted);
  }

  /** Counts for a time; the clients run before and after it, too. */
  public Counted measure(long millis) {
    eventLoop.submit(() -> latencies.reset()).syncUninterruptibly();
    long start = CLOCK.nanos();
    CLOCK.sleep(millis);
    Histogram counted = new Histogram(latencies);
    eventLoop
        .submit(
            () -> {
              counted.reset();
              counted.add(latencies);
            })
        .syncUninterruptibly();
    double seconds = (CLOCK.nanos() - start) / 1e9;
    Throwable failed = failure.get();
    if (failed != null) {
      throw new IllegalStateException("A client failed.", failed);
    }
    return new Counted(counted.getTotalCount(), seconds, counted);
  }

  @Override
  public void close() {
    connections.forEach(connection -> connection.close().syncUninterruptibly());
    eventLoop.shutdownGracefully().syncUninterruptibly();
  }

  private static Histogram newHistogram() {
    return new Histogram(1_000, LONGEST_NANOS, 2);
  }

  private final class Client extends SimpleChannelInboundHandler<ByteBuf> {

    private final byte[] head = new byte[MAX_HEAD_BYTES];
    private int headLength;
    private long bodyLeft = -1;
    // State of a chunked body: length of the next chunk as far as it is known, and whether it is
    // the last.
    private boolean chunked;
    private long chunkSize;
    private boolean lastChunk;
    private long sentNanos;

    @Override
    public void channelActive(ChannelHandlerContext context) {
      send(context);
    }

    private void send(ChannelHandlerContext context) {
      sentNanos = CLOCK.nanos();
      var _ = context.writeAndFlush(Unpooled.wrappedBuffer(requests.get()), context.voidPromise());
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
      while (bytes.isReadable() && bodyLeft < 0) {
        byte next = bytes.readByte();
        head[headLength++] = next;
        if (next == '\n' && headLength >= 4 && head[headLength - 3] == '\n') {
          bodyLeft = contentLength();
        }
      }
      skipBody(bytes);
      if (bodyLeft == 0 && !chunked) {
        latencies.recordValue(Math.min(CLOCK.nanos() - sentNanos, LONGEST_NANOS));
        answered.incrementAndGet();
        headLength = 0;
        bodyLeft = -1;
        send(context);
      }
    }

    private void skipBody(ByteBuf bytes) {
      do {
        int taken = (int) Math.min(bodyLeft, bytes.readableBytes());
        bytes.skipBytes(Math.max(0, taken));
        bodyLeft -= Math.max(0, taken);
        while (chunked && bodyLeft == 0 && bytes.isReadable()) {
          chunkHead(bytes.readByte());
        }
      } while (bodyLeft > 0 && bytes.isReadable());
    }

    /**
     * Parses the line before a chunk, which has its length; each chunk ends with a line break of
     * its own.
     */
    private void chunkHead(byte next) {
      int digit = Character.digit(next, 16);
      if (digit >= 0) {
        chunkSize = Math.max(0, chunkSize) * 16 + digit;
      } else if (next == '\n' && chunkSize >= 0) {
        lastChunk = chunkSize == 0;
        bodyLeft = chunkSize + 2;
        chunkSize = -1;
      }
      if (lastChunk && bodyLeft > 0) {
        // The line break after an empty chunk remains.
        chunked = false;
        lastChunk = false;
      }
    }

    private long contentLength() {
      String text = new String(head, 0, headLength, StandardCharsets.ISO_8859_1);
      int status = Integer.parseInt(text.substring(9, 12));
      if (status != expectedStatus) {
        throw new IllegalStateException("The server answered: " + text);
      }
      chunked = text.toLowerCase(Locale.ROOT).contains("transfer-encoding: chunked");
      chunkSize = -1;
      int at = text.toLowerCase(Locale.ROOT).indexOf("content-length:");
      return at < 0 ? 0 : Long.parseLong(text.substring(at + 15, text.indexOf('\r', at)).strip());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      failure.compareAndSet(null, cause);
      var _ = context.close();
    }
  }
}
