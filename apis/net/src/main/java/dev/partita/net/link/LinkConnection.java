package dev.partita.net.link;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.nio.ByteBuffer;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The channel behind a link. Confined to its event loop. */
final class LinkConnection extends ChannelInboundHandlerAdapter implements Link {

  private static final Logger log = LoggerFactory.getLogger(LinkConnection.class);
  // Computing TLS for so many takes a millisecond or two, in which others of the loop wait.
  private static final int TURN_BYTES = 1 << 20;
  private static final int FLUSH_BYTES = 1 << 18;

  private final SocketChannel channel;
  private final LinkHandler handler;
  private final LinkRules rules;
  private final Runnable known;
  private final NettyLoop loop;
  private final OutgoingQueue outgoing;
  private final IncomingFrames incoming;
  private LinkLoop.@Nullable Timer stranger;
  private @Nullable Throwable why;
  private boolean pumping;
  private boolean closeWhenSent;
  private boolean over;

  /**
   * @param known told once, when the other side is not a stranger any more or is gone
   */
  LinkConnection(SocketChannel channel, LinkHandler handler, LinkRules rules, Runnable known) {
    this.channel = channel;
    this.handler = handler;
    this.rules = rules;
    this.known = known;
    this.loop = new NettyLoop(channel.eventLoop());
    this.outgoing = new OutgoingQueue(channel.alloc());
    this.incoming = new IncomingFrames(channel.alloc(), rules.strangerFrameBytes(), this::passOn);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (!(event instanceof SslHandshakeCompletionEvent handshake)) {
      super.userEventTriggered(context, event);
      return;
    }
    if (!handshake.isSuccess()) {
      fail(handshake.cause());
    } else if (protocolOrNull() == null) {
      fail(DatabaseException.badRequest("The other side has not said which protocol it speaks."));
    } else {
      stranger = loop.after(rules.helloMillis(), this::stillStranger);
      handler.opened(this);
    }
  }

  private void stillStranger() {
    fail(
        new DatabaseException(ErrorCode.TIMEOUT, "The other side has not said in time who it is."));
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (over || why != null || closeWhenSent || !(message instanceof ByteBuf bytes)) {
      ReferenceCountUtil.release(message);
      return;
    }
    try {
      incoming.add(bytes);
    } catch (DatabaseException noFrame) {
      fail(noFrame);
    }
  }

  private void passOn(ByteBuffer frame) {
    handler.frame(frame);
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (channel.isWritable()) {
      pump();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    fail(cause);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    ended(null);
  }

  /** The link is over, or has never begun. */
  void ended(@Nullable Throwable cause) {
    if (over) {
      return;
    }
    over = true;
    becameKnown();
    incoming.end();
    outgoing.clear();
    handler.closed(why == null ? cause : why);
  }

  private void fail(Throwable cause) {
    if (why == null) {
      why = cause;
    }
    incoming.end();
    close();
  }

  private void becameKnown() {
    if (stranger != null) {
      stranger.cancel();
      stranger = null;
    }
    known.run();
  }

  @Override
  public LinkLoop loop() {
    return loop;
  }

  @Override
  public String protocol() {
    return Objects.requireNonNull(protocolOrNull());
  }

  private @Nullable String protocolOrNull() {
    return tls().applicationProtocol();
  }

  private SslHandler tls() {
    return channel.pipeline().get(SslHandler.class);
  }

  @Override
  public List<X509Certificate> certificates() {
    try {
      Certificate[] shown = tls().engine().getSession().getPeerCertificates();
      return Arrays.stream(shown).map(X509Certificate.class::cast).toList();
    } catch (SSLPeerUnverifiedException e) {
      log.debug("The other side has shown no certificate: {}", channel, e);
      return List.of();
    }
  }

  @Override
  public String remote() {
    var address = channel.remoteAddress();
    return address == null ? channel.toString() : address.toString().replaceFirst("^[^/]*/", "");
  }

  @Override
  public void admit() {
    incoming.allow(rules.frameBytes());
    becameKnown();
  }

  @Override
  public void send(OutgoingFrame frame) {
    if (over || closeWhenSent) {
      return;
    }
    outgoing.add(frame);
    pumpSoon();
  }

  /** Behind what the loop has to do now, so that what is sent together goes out together. */
  private void pumpSoon() {
    if (!pumping) {
      pumping = true;
      loop.execute(
          () -> {
            pumping = false;
            pump();
          });
    }
  }

  /** Hands over what the network takes, so much at a time. */
  private void pump() {
    int turn = 0;
    int unflushed = 0;
    while (!over && channel.isWritable()) {
      ByteBuf piece = turn < TURN_BYTES ? outgoing.next() : null;
      if (piece == null) {
        break;
      }
      turn += piece.readableBytes();
      unflushed += piece.readableBytes();
      var _ = channel.write(piece, channel.voidPromise());
      if (unflushed >= FLUSH_BYTES) {
        channel.flush();
        unflushed = 0;
      }
    }
    if (unflushed > 0) {
      channel.flush();
    }
    if (turn >= TURN_BYTES) {
      pumpSoon();
    }
    if (turn > 0 && !over) {
      handler.progressed();
    }
    if (closeWhenSent && outgoing.bytes() == 0) {
      var _ = channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }
  }

  @Override
  public long unsentBytes() {
    return outgoing.bytes();
  }

  @Override
  public void read(boolean on) {
    if (channel.config().isAutoRead() != on) {
      channel.config().setAutoRead(on);
    }
  }

  @Override
  public void closeWhenSent() {
    closeWhenSent = true;
    pumpSoon();
  }

  @Override
  public void close() {
    var _ = channel.close();
  }

  @Override
  public String toString() {
    return channel.toString();
  }
}
