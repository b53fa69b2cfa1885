package dev.partita.net.websocket;

import dev.partita.net.transport.Connections;
import dev.partita.net.transport.Deadline;
import dev.partita.net.transport.RateLimitedLog;
import dev.partita.net.transport.Transport;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection that has become a WebSocket. A client that has said nothing for some time is asked
 * whether it is there, and cut off when it does not answer. Confined to its event loop.
 */
final class WebSocketConnection extends SimpleChannelInboundHandler<WebSocketFrame> {

  private static final Logger log = LoggerFactory.getLogger(WebSocketConnection.class);
  private static final RateLimitedLog limited = RateLimitedLog.of(WebSocketConnection.class);

  private final Transport transport;
  private final WebSocketHandler handler;
  private final SocketChannel channel;
  private final WebSocket socket;
  private final WebSocketBytes bytes;
  private final Deadline deadline;
  private final Deadline strangerDeadline;
  private @Nullable WebSocketPeer peer;
  private boolean asked;

  WebSocketConnection(
      Transport transport, WebSocketHandler handler, SocketChannel channel, WebSocketBytes bytes) {
    this.transport = transport;
    this.handler = handler;
    this.channel = channel;
    this.bytes = bytes;
    this.socket = new WebSocket(channel, bytes, transport.limits().sendMillis());
    this.deadline = new Deadline(channel.eventLoop(), transport.clock(), this::quiet);
    this.strangerDeadline = new Deadline(channel.eventLoop(), transport.clock(), this::stranger);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    deadline.setIn(transport.limits().idleMillis());
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, WebSocketFrame frame) {
    asked = false;
    deadline.setIn(transport.limits().idleMillis());
    switch (frame) {
      case BinaryWebSocketFrame _ -> message(ByteBufUtil.getBytes(frame.content()), false);
      case TextWebSocketFrame _ -> message(ByteBufUtil.getBytes(frame.content()), true);
      case PongWebSocketFrame _ -> bytes.controlArrived(frame.content().readableBytes());
      case PingWebSocketFrame _ -> {
        bytes.controlArrived(frame.content().readableBytes());
        // Who reads nothing gets no more to read: the last ping is the one to answer anyway.
        if (channel.isWritable()) {
          var _ = channel.writeAndFlush(new PongWebSocketFrame(frame.content().retain()));
        }
      }
      case CloseWebSocketFrame close -> {
        var _ =
            channel
                .writeAndFlush(close.retain())
                .addListener(
                    said -> {
                      var _ = channel.close();
                    });
      }
      default -> log.trace("Nothing to do for {}", frame);
    }
  }

  private void message(byte[] message, boolean text) {
    bytes.messageArrived(message.length);
    peer().message(message, text);
  }

  /** Made for the first message; who its client is has to be said soon after that. */
  private WebSocketPeer peer() {
    WebSocketPeer known = peer;
    if (known == null) {
      strangerDeadline.setIn(transport.limits().receiveMillis());
      known = handler.open(socket);
      peer = known;
    }
    return known;
  }

  private void stranger() {
    if (!socket.isAuthenticated()) {
      socket.close(WebSocket.Close.POLICY, "Who the client is was not said in time");
    }
  }

  private void quiet() {
    if (asked) {
      socket.close(WebSocket.Close.GOING_AWAY, "Nothing was heard for too long");
    } else {
      asked = true;
      var _ = channel.writeAndFlush(new PingWebSocketFrame());
      deadline.setIn(transport.limits().idleMillis());
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event == Connections.Drain.NOW) {
      socket.close(WebSocket.Close.GOING_AWAY, "The server is stopping");
    } else if (event instanceof ChannelInputShutdownEvent) {
      var _ = channel.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    deadline.cancel();
    strangerDeadline.cancel();
    if (peer != null) {
      peer.closed();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof TooLongFrameException) {
      socket.close(WebSocket.Close.TOO_LARGE, "The message is too long");
      return;
    }
    if (cause instanceof IOException) {
      log.debug("Connection lost: {}", channel, cause);
    } else {
      limited.warn("Connection failed and is closed", channel, cause);
    }
    var _ = channel.close();
  }
}
