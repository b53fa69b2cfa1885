package dev.partita.net.websocket;

import dev.partita.net.transport.ByteBudget;
import dev.partita.net.transport.Deadline;
import dev.partita.net.transport.Transport;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the server holds of a WebSocket's messages: the pieces of the one that is arriving, and
 * those that have arrived and are not handled yet. All connections share what there is room for,
 * and a message that does not arrive in time gives its room to others. First in the pipeline;
 * confined to its event loop, but for {@link #handled}.
 */
final class WebSocketBytes extends ChannelInboundHandlerAdapter {

  private static final Logger log = LoggerFactory.getLogger(WebSocketBytes.class);
  // Of the frames that clients send between those of a message, with their masks.
  private static final int CONTROL_HEAD_BYTES = 6;

  private final ByteBudget budget;
  private final SocketChannel channel;
  private final long receiveMillis;
  private final Deadline deadline;
  private long arrivingBytes;
  private long unhandledBytes;
  private boolean closed;

  WebSocketBytes(Transport transport, SocketChannel channel) {
    this.budget = transport.budget();
    this.channel = channel;
    this.receiveMillis = transport.limits().receiveMillis();
    this.deadline = new Deadline(channel.eventLoop(), transport.clock(), this::close);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof ByteBuf bytes) {
      if (!budget.tryTake(bytes.readableBytes())) {
        log.debug("Connection closed because there is no room for its message: {}", channel);
        bytes.release();
        close();
        return;
      }
      arrived(bytes.readableBytes());
    }
    context.fireChannelRead(message);
  }

  private synchronized void arrived(int bytes) {
    if (arrivingBytes == 0) {
      deadline.setIn(receiveMillis);
    }
    arrivingBytes += bytes;
  }

  /** A message has arrived as a whole. */
  synchronized void messageArrived(int bytes) {
    // What is left over is what frames it, or the beginning of the next one, which is little.
    budget.giveBack(arrivingBytes - bytes);
    unhandledBytes += bytes;
    arrivingBytes = 0;
    deadline.clear();
  }

  /** A frame has arrived that is no part of a message. */
  synchronized void controlArrived(int bytes) {
    long frame = Math.min(bytes + CONTROL_HEAD_BYTES, arrivingBytes);
    budget.giveBack(frame);
    arrivingBytes -= frame;
    if (arrivingBytes == 0) {
      deadline.clear();
    }
  }

  /** A message needs no room any more. Safe for any thread. */
  synchronized void handled(long bytes) {
    if (!closed) {
      unhandledBytes -= bytes;
      budget.giveBack(bytes);
    }
  }

  private void close() {
    var _ = channel.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    synchronized (this) {
      closed = true;
      budget.giveBack(arrivingBytes + unhandledBytes);
    }
    deadline.cancel();
    context.fireChannelInactive();
  }
}
