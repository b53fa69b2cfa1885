package dev.partita.net.transport;

import dev.partita.net.transport.ConnectionProtocol.Match;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first handler of a connection: decides whether it is served at all and, by its first bytes,
 * which protocol it speaks; then makes way for what speaks it. Confined to its event loop.
 */
public final class ProtocolSniffer extends ByteToMessageDecoder {

  private static final Logger log = LoggerFactory.getLogger(ProtocolSniffer.class);
  private static final RateLimitedLog limited = RateLimitedLog.of(ProtocolSniffer.class);
  // What every TLS connection begins with: the type of a record, and its version. The type alone
  // could be the length of a frame.
  private static final int TLS_HANDSHAKE = 0x16;
  private static final int TLS_MAJOR = 3;
  private static final int TLS_MINOR_MIN = 1;
  private static final int TLS_MINOR_MAX = 4;
  private static final int TLS_VERSION_END = 3;
  private static final long REFUSED_MILLIS = 1_000;
  private static final long CLOSE_NOTIFY_MILLIS = 1_000;

  private final Transport transport;
  private final List<ConnectionProtocol> protocols;
  private final SocketChannel channel;
  private final Wire wire;
  private final Deadline deadline;
  private boolean refusing;
  private boolean preparing;

  /**
   * @param protocols that connections may speak, asked in this order; with TLS the last stands for
   *     those that the client did not choose by name
   */
  public ProtocolSniffer(
      Transport transport, List<ConnectionProtocol> protocols, SocketChannel channel) {
    this.transport = transport;
    this.protocols = protocols;
    this.channel = channel;
    this.wire = new Wire(channel);
    this.deadline = new Deadline(channel.eventLoop(), transport.clock(), wire::close);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    switch (transport.connections().admit(channel)) {
      case SERVE -> deadline.setIn(transport.limits().idleMillis());
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
    Match tls = matchTls(in);
    if (tls == Match.UNDECIDED) {
      return;
    }
    if (tls == Match.NO) {
      beginPlain(context, in);
    } else if (transport.tls() == null || refusing) {
      log.debug("Connection closed because it wants TLS, which it cannot have: {}", wire);
      wire.close();
    } else {
      beginTls(context, transport.tls());
    }
  }

  private static Match matchTls(ByteBuf in) {
    int at = in.readerIndex();
    if (in.getUnsignedByte(at) != TLS_HANDSHAKE) {
      return Match.NO;
    }
    if (in.readableBytes() < TLS_VERSION_END) {
      return Match.UNDECIDED;
    }
    int minor = in.getUnsignedByte(at + 2);
    boolean version =
        in.getUnsignedByte(at + 1) == TLS_MAJOR && minor >= TLS_MINOR_MIN && minor <= TLS_MINOR_MAX;
    return version ? Match.YES : Match.NO;
  }

  private void beginPlain(ChannelHandlerContext context, ByteBuf in) {
    for (ConnectionProtocol protocol : protocols) {
      Match match = refusing && !protocol.canRefuse() ? Match.NO : protocol.match(in);
      if (match == Match.YES) {
        protocol.begin(channel, refusing);
        context.pipeline().remove(this);
      }
      if (match != Match.NO) {
        return;
      }
    }
    log.debug("Connection closed because nothing speaks what it begins with: {}", wire);
    wire.close();
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
      transport.threads().handshakes().execute(() -> prepare(context, contexts));
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
    // Signing and the like takes milliseconds, in which the event loop has better things to do.
    SslHandler tls = with.newHandler(channel.alloc(), transport.threads().handshakes());
    tls.setHandshakeTimeoutMillis(transport.limits().receiveMillis());
    tls.setCloseNotifyFlushTimeoutMillis(CLOSE_NOTIFY_MILLIS);
    channel.pipeline().addLast(tls, new TlsHandshake(protocols, channel));
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
