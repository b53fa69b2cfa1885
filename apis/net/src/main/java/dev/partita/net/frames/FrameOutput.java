package dev.partita.net.frames;

import dev.partita.net.transport.UnreadOutput;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one connection sends. Writes are flushed together where several are made at once. Confined
 * to the event loop of its connection.
 */
final class FrameOutput {

  // Up to here one write is worth a copy.
  private static final int COPIED_BYTES = 1 << 14;

  private final Channel channel;
  private final UnreadOutput unread;
  private final List<Write> unflushed = new ArrayList<>();
  private int underWay;
  private long unreadBytes;

  /** One write that is not over yet. */
  private final class Write {

    private final ChannelFuture sent;
    private final long bytes;
    private UnreadOutput.@Nullable Entry entry;

    Write(ChannelFuture sent, long bytes) {
      this.sent = sent;
      this.bytes = bytes;
    }

    /** Counts it among what the server holds, unless the network has taken it. */
    void register() {
      if (!sent.isDone()) {
        entry = unread.add(bytes, FrameOutput.this::cutOff);
      }
    }

    void over() {
      underWay--;
      unreadBytes -= bytes;
      if (entry != null) {
        unread.remove(entry);
      }
    }
  }

  FrameOutput(Channel channel, UnreadOutput unread) {
    this.channel = channel;
    this.unread = unread;
  }

  /** Whether something was written that the network has not taken. */
  boolean isUnderWay() {
    return underWay > 0;
  }

  /** What the client has not taken off the network. */
  long unreadBytes() {
    return unreadBytes;
  }

  /**
   * Writes a message, which goes out with the next {@link #flush}.
   *
   * @param then told whether the network has taken it, on the event loop
   */
  void write(FrameAnswer message, Consumer<Boolean> then) {
    long bytes = message.bytes();
    underWay++;
    unreadBytes += bytes;
    Write write = new Write(channel.write(buffer(message, bytes)), bytes);
    unflushed.add(write);
    var _ =
        write.sent.addListener(
            done -> {
              write.over();
              then.accept(done.isSuccess());
            });
  }

  private ByteBuf buffer(FrameAnswer message, long bytes) {
    if (bytes > COPIED_BYTES) {
      return Unpooled.wrappedBuffer(message.parts().toArray(byte[][]::new));
    }
    ByteBuf copy = channel.alloc().buffer((int) bytes);
    message.parts().forEach(copy::writeBytes);
    return copy;
  }

  void flush() {
    if (!unflushed.isEmpty()) {
      List<Write> flushed = List.copyOf(unflushed);
      unflushed.clear();
      channel.flush();
      flushed.forEach(Write::register);
    }
  }

  private void cutOff() {
    var _ = channel.close();
  }
}
