package dev.partita.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The outgoing side of a connection: the few things it does to its channel. Failures end in closing
 * the channel, which the connection hears of like of any other close.
 */
final class Wire {

  private static final Logger log = LoggerFactory.getLogger(Wire.class);

  // Up to here one write is worth a copy.
  private static final int COPIED_BYTES = 1 << 14;

  private final DuplexChannel channel;
  // What is encrypted on the way must be in the memory of Java first, what is not, outside of it.
  private final boolean secure;

  Wire(DuplexChannel channel) {
    this.channel = channel;
    this.secure = channel.pipeline().get(SslHandler.class) != null;
  }

  boolean isOpen() {
    return channel.isActive();
  }

  void close() {
    var _ = channel.close();
  }

  /** Writes, then tells on the event loop whether the bytes went out. */
  void send(Answer answer, Answer.Goodbye goodbye, UnreadAnswers unread, Consumer<Boolean> then) {
    boolean copied = answer.bodyBytes() <= COPIED_BYTES;
    ByteBuf last = buffer(answer.headBytes() + (copied ? answer.bodyBytes() : 0));
    answer.writeHead(last, goodbye, true);
    if (!copied) {
      var _ = channel.write(last);
      last = answer.body();
    } else if (answer.hasBody()) {
      answer.writeBody(last);
    }
    ChannelFuture sending = channel.writeAndFlush(last);
    UnreadAnswers.Entry entry =
        sending.isDone() ? null : unread.add(answer.bodyBytes(), this::close);
    var _ =
        sending.addListener(
            sent -> {
              if (entry != null) {
                unread.remove(entry);
              }
              then.accept(sent.isSuccess());
            });
  }

  /** Writes what goes before a streamed body. */
  void sendHead(Answer answer, Answer.Goodbye goodbye, boolean chunked) {
    ByteBuf head = buffer(answer.headBytes());
    answer.writeHead(head, goodbye, chunked);
    var _ = channel.writeAndFlush(head);
  }

  private ByteBuf buffer(int bytes) {
    return secure ? channel.alloc().heapBuffer(bytes) : channel.alloc().directBuffer(bytes);
  }

  /** A streamed body that begins after its head. */
  StreamedBody body(boolean chunked, Deadline deadline, long sendMillis) {
    return new StreamedBody(
        channel,
        bytes ->
            channel.writeAndFlush(chunked ? Answer.chunk(bytes) : Unpooled.wrappedBuffer(bytes)),
        deadline,
        sendMillis);
  }

  /** Writes the end of a streamed body, then tells on the event loop whether it went out. */
  void sendLast(boolean chunked, Consumer<Boolean> then) {
    ByteBuf last = chunked ? Answer.lastChunk() : Unpooled.EMPTY_BUFFER;
    var _ = channel.writeAndFlush(last).addListener(sent -> then.accept(sent.isSuccess()));
  }

  /** Asks for the body that a client holds back. */
  void sendGoOn() {
    var _ = channel.writeAndFlush(Answer.goOn());
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

  /** Has the service carry out a call, and gets the answer on the event loop. */
  void carryOut(
      HttpService service, Turn.Call call, BooleanSupplier abandoned, Consumer<Answer> then) {
    service.carryOut(call, channel, () -> abandoned.getAsBoolean() || !isOpen(), then);
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
