package dev.partita.net.http.http2;

import dev.partita.net.http.HttpService;
import dev.partita.net.http.StreamedBody;
import dev.partita.net.transport.Connections;
import dev.partita.net.transport.Deadline;
import dev.partita.net.transport.RateLimitedLog;
import dev.partita.net.transport.Wire;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2PingFrame;
import io.netty.handler.codec.http2.Http2SettingsFrame;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection that speaks HTTP/2: what its exchanges have in common. Each of them has a request
 * carried out and answers it, at the same time as the others. Confined to its event loop.
 */
final class Http2Connection extends ChannelInboundHandlerAdapter {

  private enum Phase {
    /** Exchanges may begin. */
    OPEN,
    /** Those that have begun go on, no others begin. */
    LAST,
    /** Everything is said; the client gets a moment to read it before the connection closes. */
    ENDING
  }

  private static final Logger log = LoggerFactory.getLogger(Http2Connection.class);
  private static final RateLimitedLog limited = RateLimitedLog.of(Http2Connection.class);
  private static final long ENDING_MILLIS = 1_000;
  // Far more than any client needs, far less than what would keep the server busy.
  private static final int CHATTER_FRAMES = 1_000;
  private static final long CHATTER_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final HttpService service;
  private final SocketChannel channel;
  private final Wire wire;
  private final Deadline deadline;
  private Phase phase = Phase.OPEN;
  private int exchanges;
  private int running;
  // In the order in which they came; each has a stream, so there are only so many.
  private final ArrayDeque<Http2Exchange> waiting = new ArrayDeque<>();
  private long unreadBytes;
  // The answers that are still being made; they would go on for ever.
  private final Set<StreamedBody> streams = new HashSet<>();
  private boolean inputClosed;
  private int chatterFrames;
  private long chatterSinceNanos;

  Http2Connection(HttpService service, SocketChannel channel) {
    this.service = service;
    this.channel = channel;
    this.wire = new Wire(channel);
    this.deadline = new Deadline(channel.eventLoop(), service.transport().clock(), this::tooLate);
    this.chatterSinceNanos = service.transport().clock().nanos();
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    wire.read(true);
    deadline.setIn(service.transport().limits().idleMillis());
  }

  /** Whether the client talks over TLS. */
  boolean isSecure() {
    return Wire.isSecure(channel);
  }

  /** Called by an exchange when it begins. */
  void opened() {
    exchanges++;
    if (phase == Phase.OPEN) {
      deadline.clear();
    }
  }

  /** Called by an exchange when its stream has ended, however it did. */
  void closed() {
    exchanges--;
    if (exchanges == 0) {
      switch (phase) {
        case OPEN -> deadline.setIn(service.transport().limits().idleMillis());
        case LAST -> end();
        case ENDING -> {}
      }
    }
  }

  /** Whether the client leaves so much unread that nothing more is done for it until it reads. */
  boolean isBehind() {
    return unreadBytes > service.transport().limits().unreadBytesPerConnection();
  }

  /** Has an exchange go on when the client is no longer behind. */
  void await(Http2Exchange exchange) {
    waiting.add(exchange);
  }

  void awaitNoMore(Http2Exchange exchange) {
    waiting.remove(exchange);
  }

  /**
   * Called when an answer was not sent at once, with its size, and with less than nothing later.
   */
  void unread(long bytes) {
    unreadBytes += bytes;
    while (!isBehind() && !waiting.isEmpty()) {
      waiting.remove().goOn();
    }
  }

  /**
   * Allows an exchange to have a request carried out, or not. Counted apart from the streams: a
   * client can take a request back at once, but what it has set going runs on.
   */
  boolean tryRun() {
    if (running == service.transport().limits().streams()) {
      return false;
    }
    running++;
    return true;
  }

  /** Called when what was allowed to run has run. */
  void ran() {
    running--;
  }

  /** Called when an answer begins that is made while it goes out. */
  void streams(StreamedBody body) {
    streams.add(body);
    if (phase != Phase.OPEN) {
      body.end();
    }
  }

  /** Called when it has ended. */
  void streamsNoMore(StreamedBody body) {
    streams.remove(body);
  }

  /** Only frames about the connection as a whole arrive here; the codec has answered them. */
  @Override
  public void channelRead(ChannelHandlerContext context, Object frame) {
    try {
      if (frame instanceof Http2SettingsFrame || frame instanceof Http2PingFrame) {
        boundChatter();
      }
    } finally {
      ReferenceCountUtil.release(frame);
    }
  }

  private void boundChatter() {
    long now = service.transport().clock().nanos();
    if (now - chatterSinceNanos > CHATTER_NANOS) {
      chatterSinceNanos = now;
      chatterFrames = 0;
    }
    chatterFrames++;
    if (chatterFrames == CHATTER_FRAMES) {
      log.debug("Connection closed because it only talks about itself: {}", wire);
      var _ =
          channel
              .writeAndFlush(new DefaultHttp2GoAwayFrame(Http2Error.ENHANCE_YOUR_CALM))
              .addListener(sent -> wire.close());
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof ChannelInputShutdownEvent || event instanceof SslCloseCompletionEvent) {
      inputClosed = true;
      takeNoMore();
    } else if (event == Connections.Drain.NOW) {
      takeNoMore();
    }
  }

  /** Tells the client which of its requests will still be answered. */
  private void takeNoMore() {
    if (phase == Phase.OPEN) {
      phase = Phase.LAST;
      streams.forEach(StreamedBody::end);
      var _ = channel.writeAndFlush(new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR));
    }
    if (exchanges == 0) {
      end();
    }
  }

  /** As with HTTP/1: closing at once could destroy the last answers on their way. */
  private void end() {
    if (inputClosed) {
      wire.close();
    } else if (phase == Phase.LAST) {
      wire.closeOutput();
      deadline.setIn(ENDING_MILLIS);
    }
    phase = Phase.ENDING;
  }

  private void tooLate() {
    if (phase == Phase.OPEN) {
      takeNoMore();
    } else {
      wire.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    phase = Phase.ENDING;
    deadline.cancel();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (Http2CodecUtil.getEmbeddedHttp2Exception(cause) != null) {
      // The codec tells the client why, and closes the connection.
      log.debug("Connection broke the rules and is closed: {}", wire, cause);
      return;
    }
    if (cause instanceof IOException) {
      log.debug("Connection lost: {}", wire, cause);
    } else {
      limited.warn("Connection failed and is closed", wire, cause);
    }
    wire.close();
  }
}
