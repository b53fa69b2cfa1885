package dev.partita.net;

import io.netty.channel.Channel;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The outgoing side of a connection: the few things it does to its channel. Failures end in closing
 * the channel, which the connection hears of like of any other close.
 */
final class Wire {

  private static final Logger log = LoggerFactory.getLogger(Wire.class);

  private final DuplexChannel channel;

  Wire(DuplexChannel channel) {
    this.channel = channel;
  }

  boolean isOpen() {
    return channel.isActive();
  }

  void close() {
    var _ = channel.close();
  }

  /** Writes, then tells on the event loop whether the bytes went out. */
  void send(FullHttpResponse message, Consumer<Boolean> then) {
    var _ = channel.writeAndFlush(message).addListener(sent -> then.accept(sent.isSuccess()));
  }

  /** Says that nothing more will be sent; with TLS, in its own words first. */
  void closeOutput() {
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    if (tls == null) {
      shutDownOutput();
    } else {
      var _ = tls.closeOutbound().addListener(said -> shutDownOutput());
    }
  }

  private void shutDownOutput() {
    var _ =
        channel
            .shutdownOutput()
            .addListener(
                shut -> {
                  if (!shut.isSuccess()) {
                    close();
                  }
                });
  }

  void read(boolean on) {
    if (channel.config().isAutoRead() != on) {
      channel.config().setAutoRead(on);
    }
  }

  /** Runs the step on the event loop; callable from any thread. */
  void onEventLoop(Runnable step) {
    onEventLoop(channel, step);
  }

  /** Runs the step on the event loop of the channel; callable from any thread. */
  static void onEventLoop(Channel channel, Runnable step) {
    try {
      channel.eventLoop().execute(step);
    } catch (RejectedExecutionException stopped) {
      // Event loops end after all connections are closed: nobody waits for the step any more.
      log.debug("Answer dropped because the server has stopped: {}", channel, stopped);
    }
  }

  @Override
  public String toString() {
    return channel.toString();
  }
}
