package dev.partita.net.http.http1;

import dev.partita.net.http.Answer;
import dev.partita.net.http.StreamedBody;
import dev.partita.net.transport.Deadline;
import dev.partita.net.transport.UnreadOutput;
import dev.partita.net.transport.Wire;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.SocketChannel;
import java.util.function.Consumer;

/** The writer of a connection's answers. Confined to its event loop. */
final class Http1Writer {

  // Up to here one write is worth a copy.
  private static final int COPIED_BYTES = 1 << 14;

  private final SocketChannel channel;
  // What is encrypted on the way must be in the memory of Java first, what is not, outside of it.
  private final boolean secure;

  Http1Writer(SocketChannel channel) {
    this.channel = channel;
    this.secure = Wire.isSecure(channel);
  }

  /** Writes, then tells on the event loop whether the bytes went out. */
  void send(
      Answer answer, Answer.ConnectionHeader header, UnreadOutput unread, Consumer<Boolean> then) {
    boolean copied = answer.bodyBytes() <= COPIED_BYTES;
    ByteBuf last = buffer(answer.headBytes() + (copied ? answer.bodyBytes() : 0));
    answer.writeHead(last, header, true);
    if (!copied) {
      var _ = channel.write(last);
      last = answer.body();
    } else if (answer.hasBody()) {
      answer.writeBody(last);
    }
    ChannelFuture sending = channel.writeAndFlush(last);
    UnreadOutput.Entry entry =
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

  private void close() {
    var _ = channel.close();
  }

  /** Writes what goes before a streamed body. */
  void sendHead(Answer answer, Answer.ConnectionHeader header, boolean chunked) {
    ByteBuf head = buffer(answer.headBytes());
    answer.writeHead(head, header, chunked);
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
  void sendContinue() {
    var _ = channel.writeAndFlush(Answer.continueLine());
  }
}
