package dev.partita.net.frames;

import dev.partita.net.execution.RequestExecutor;
import dev.partita.net.transport.Transport;
import dev.partita.net.transport.Wire;
import io.netty.channel.socket.SocketChannel;
import java.net.InetAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** What a conversation sees of its connection. Safe for any number of threads. */
final class ClientSocket implements FrameSocket {

  private final SocketChannel channel;
  private final BiConsumer<FrameAnswer, Consumer<Boolean>> sending;
  private final boolean secure;
  private final InetAddress remote;
  private final RequestExecutor executor;
  private volatile boolean authenticated;
  private volatile boolean abandoned;

  /**
   * @param sending called on the event loop, with what is told whether the network took the message
   */
  ClientSocket(
      SocketChannel channel,
      Transport transport,
      BiConsumer<FrameAnswer, Consumer<Boolean>> sending) {
    this.channel = channel;
    this.sending = sending;
    this.secure = Wire.isSecure(channel);
    this.remote = channel.remoteAddress().getAddress();
    this.executor = transport.executorOf(channel);
  }

  @Override
  public boolean isSecure() {
    return secure;
  }

  @Override
  public InetAddress remote() {
    return remote;
  }

  @Override
  public RequestExecutor executor() {
    return executor;
  }

  @Override
  public boolean isAbandoned() {
    return abandoned || !channel.isActive();
  }

  /** The client has said that nothing more comes from it. */
  void abandoned() {
    abandoned = true;
  }

  @Override
  public void authenticated() {
    authenticated = true;
  }

  boolean isAuthenticated() {
    return authenticated;
  }

  @Override
  public CompletionStage<Boolean> send(FrameAnswer message) {
    CompletableFuture<Boolean> taken = new CompletableFuture<>();
    if (channel.eventLoop().inEventLoop()) {
      // At once, so that it goes out before an answer that is returned next.
      sending.accept(message, taken::complete);
      return taken;
    }
    try {
      channel.eventLoop().execute(() -> sending.accept(message, taken::complete));
    } catch (RejectedExecutionException stopped) {
      taken.complete(false);
    }
    return taken;
  }

  @Override
  public String toString() {
    return channel.toString();
  }
}
