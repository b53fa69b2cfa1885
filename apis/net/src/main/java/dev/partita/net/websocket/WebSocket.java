package dev.partita.net.websocket;

import dev.partita.net.transport.Wire;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;

/** The client's end of a conversation over a WebSocket. Safe for any number of threads. */
public final class WebSocket {

  /** Why a socket is closed, as RFC 6455 numbers it. */
  public enum Close {
    NORMAL(1000),
    GOING_AWAY(1001),
    POLICY(1008),
    TOO_LARGE(1009),
    INTERNAL(1011);

    private final int code;

    Close(int code) {
      this.code = code;
    }
  }

  private final SocketChannel channel;
  private final WebSocketBytes bytes;
  private final long sendMillis;
  private volatile boolean authenticated;

  WebSocket(SocketChannel channel, WebSocketBytes bytes, long sendMillis) {
    this.channel = channel;
    this.bytes = bytes;
    this.sendMillis = sendMillis;
  }

  /** Whether it came over TLS. */
  public boolean isSecure() {
    return Wire.isSecure(channel);
  }

  /** Where the client is, as text. */
  public String remote() {
    return String.valueOf(channel.remoteAddress());
  }

  public boolean isOpen() {
    return channel.isActive();
  }

  /**
   * Sends a message. While the client does not read, this waits, and in the end closes the socket;
   * so not to be called on an event loop.
   *
   * @return false if the socket is closed
   */
  public boolean send(byte[] message, boolean text) {
    WebSocketFrame frame =
        text
            ? new TextWebSocketFrame(Unpooled.wrappedBuffer(message))
            : new BinaryWebSocketFrame(Unpooled.wrappedBuffer(message));
    ChannelFuture sent = channel.writeAndFlush(frame);
    if (!channel.isWritable() && !sent.awaitUninterruptibly(sendMillis)) {
      var _ = channel.close();
      return false;
    }
    return channel.isActive();
  }

  /**
   * To be called when who the client is has been found out; those of whom it is not are cut off.
   */
  public void authenticated() {
    authenticated = true;
  }

  boolean isAuthenticated() {
    return authenticated;
  }

  /** To be called when messages of so many bytes together need no room any more. */
  public void handled(long messageBytes) {
    bytes.handled(messageBytes);
  }

  /** Whether to read what the client sends next. */
  public void reading(boolean on) {
    channel.config().setAutoRead(on);
  }

  /** Says goodbye and closes the socket. */
  public void close(Close why, String text) {
    if (channel.isActive()) {
      var _ =
          channel
              .writeAndFlush(new CloseWebSocketFrame(why.code, text))
              .addListener(
                  said -> {
                    var _ = channel.close();
                  });
    }
  }

  @Override
  public String toString() {
    return channel.toString();
  }
}
