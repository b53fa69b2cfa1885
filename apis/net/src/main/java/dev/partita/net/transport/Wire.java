package dev.partita.net.transport;

import io.netty.channel.Channel;
import io.netty.channel.socket.DuplexChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The few things that connections of every protocol do to their channels. Failures end in closing
 * the channel, of which the connection is told as of any other close. For the event loop of the
 * channel, unless a method says otherwise.
 */
public final class Wire {

  private static final Logger log = LoggerFactory.getLogger(Wire.class);

  private final DuplexChannel channel;

  public Wire(DuplexChannel channel) {
    this.channel = channel;
  }

  public static boolean isSecure(SocketChannel channel) {
    return channel.pipeline().get(SslHandler.class) != null;
  }

  public boolean isOpen() {
    return channel.isActive();
  }

  /** Callable from any thread. */
  public void close() {
    var _ = channel.close();
  }

  /** Says that nothing more will be sent; with TLS, in its own words first. */
  public void closeOutput() {
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

  public void read(boolean on) {
    if (channel.config().isAutoRead() != on) {
      channel.config().setAutoRead(on);
    }
  }

  /** Runs the step on the event loop; callable from any thread. */
  public void onEventLoop(Runnable step) {
    onEventLoop(channel, step);
  }

  /** Runs the step on the event loop of the channel; callable from any thread. */
  public static void onEventLoop(Channel channel, Runnable step) {
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
