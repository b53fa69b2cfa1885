package dev.partita.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a connection begins: decides whether it is served at all, and from its first bytes, which
 * protocol it speaks; then makes way for what speaks it. Confined to its event loop.
 */
final class Gate extends ByteToMessageDecoder {

  private static final Logger log = LoggerFactory.getLogger(Gate.class);
  private static final RateLimitedLog limited = RateLimitedLog.of(Gate.class);
  // The type of the record that every TLS connection begins with, and no HTTP method.
  private static final int TLS_HANDSHAKE = 0x16;
  // What a client says that knows that the server speaks HTTP/2 (RFC 9113, 3.4).
  private static final String HTTP2_PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  private static final long REFUSED_MILLIS = 1_000;

  private final HttpService service;
  private final SocketChannel channel;
  private final Wire wire;
  private final Deadline deadline;
  private boolean refusing;
  private boolean preparing;

  Gate(HttpService service, SocketChannel channel) {
    this.service = service;
    this.channel = channel;
    this.wire = new Wire(channel);
    this.deadline = new Deadline(channel.eventLoop(), service.clock(), wire::close);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    switch (service.connections().admit(channel)) {
      case SERVE -> deadline.setIn(service.limits().idleMillis());
      case REFUSE -> {
        // In which protocol to say so is not known before the client has said something.
        refusing = true;
        deadline.setIn(REFUSED_MILLIS);
      }
      case DROP -> wire.close();
    }
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (preparing || !wire.isOpen()) {
      return;
    }
    if (in.getUnsignedByte(in.readerIndex()) != TLS_HANDSHAKE) {
      beginPlain(context, in);
    } else if (service.tls() == null || refusing) {
      log.debug("Connection closed because it wants TLS, which it cannot have: {}", wire);
      wire.close();
    } else {
      beginTls(context, service.tls());
    }
  }

  private void beginPlain(ChannelHandlerContext context, ByteBuf in) {
    int common = Math.min(in.readableBytes(), HTTP2_PREFACE.length());
    String beginning = in.toString(in.readerIndex(), common, StandardCharsets.ISO_8859_1);
    if (refusing || !HTTP2_PREFACE.startsWith(beginning)) {
      Pipelines.addHttp1(channel, service, refusing);
    } else if (common == HTTP2_PREFACE.length()) {
      Pipelines.addHttp2(channel, service);
    } else {
      return;
    }
    context.pipeline().remove(this);
  }

  private void beginTls(ChannelHandlerContext context, TlsContexts contexts) {
    SslContext ready = contexts.ready();
    if (ready != null) {
      goOn(context, ready);
      return;
    }
    preparing = true;
    wire.read(false);
    try {
      service.threads().handshakes().execute(() -> prepare(context, contexts));
    } catch (RejectedExecutionException stopped) {
      log.debug("Connection closed because the server has stopped: {}", wire, stopped);
      wire.close();
    }
  }

  /** Runs on a thread of its own, since it reads or even makes certificates. */
  private void prepare(ChannelHandlerContext context, TlsContexts contexts) {
    try {
      SslContext loaded = contexts.load();
      wire.onEventLoop(
          () -> {
            if (wire.isOpen()) {
              goOn(context, loaded);
              wire.read(true);
            }
          });
    } catch (RuntimeException e) {
      limited.error("Connection closed because the server has no certificate to show", wire, e);
      wire.close();
    }
  }

  private void goOn(ChannelHandlerContext context, SslContext with) {
    Pipelines.addTls(channel, service, with);
    // What has arrived so far goes to the handlers that were just added.
    context.pipeline().remove(this);
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext context) {
    deadline.cancel();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event == Connections.Drain.NOW || event instanceof ChannelInputShutdownEvent) {
      wire.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    deadline.cancel();
    super.channelInactive(context);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException) {
      log.debug("Connection lost before it said anything: {}", wire, cause);
    } else {
      limited.warn("Connection failed at its beginning and is closed", wire, cause);
    }
    wire.close();
  }
}
