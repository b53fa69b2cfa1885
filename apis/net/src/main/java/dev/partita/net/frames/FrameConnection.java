package dev.partita.net.frames;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.net.transport.Connections;
import dev.partita.net.transport.Deadline;
import dev.partita.net.transport.NetLimits;
import dev.partita.net.transport.RateLimitedLog;
import dev.partita.net.transport.Transport;
import dev.partita.net.transport.Wire;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection that speaks a protocol with frames: cuts what arrives into frames, has them
 * answered, so many at once, and sends the answers. Reads on only while it can pass on what it
 * reads. Confined to its event loop.
 */
final class FrameConnection extends ChannelInboundHandlerAdapter {

  private enum Phase {
    /** Frames are taken. */
    OPEN,
    /** What has begun to arrive is answered, nothing more is taken. */
    LAST,
    /** Everything is said; the client gets a moment to read it before the connection closes. */
    ENDING
  }

  /** What the connection waits for, which decides how long it may. */
  private enum Waiting {
    FRAME,
    REST_OF_FRAME,
    ANSWER,
    CLIENT_TO_READ,
    CLIENT_TO_CLOSE
  }

  private static final Logger log = LoggerFactory.getLogger(FrameConnection.class);
  private static final RateLimitedLog limited = RateLimitedLog.of(FrameConnection.class);
  // Read while no frame can be passed on, so that the end of the client is noticed.
  private static final int READ_AHEAD_BYTES = 1 << 16;
  private static final long ENDING_MILLIS = 1_000;

  private final FrameRules rules;
  private final FrameHandler handler;
  private final Transport transport;
  private final NetLimits limits;
  private final SocketChannel channel;
  private final Wire wire;
  private final ArrivingFrames arriving;
  private final PendingAnswers pending;
  private final FrameOutput output;
  private final ClientSocket socket;
  private final Deadline deadline;
  private final Deadline strangerDeadline;
  private @Nullable Conversation conversation;
  private Phase phase = Phase.OPEN;
  private @Nullable Waiting waiting;
  private @Nullable DatabaseException ending;
  private boolean proceeding;
  private boolean refused;

  /** Whether the next frame is the last one, which had begun to arrive when the server stopped. */
  private boolean restOfLast;

  FrameConnection(FrameConnectionProtocol protocol, SocketChannel channel) {
    this.rules = protocol.rules();
    this.handler = protocol.handler();
    this.transport = protocol.transport();
    this.limits = transport.limits();
    this.channel = channel;
    this.wire = new Wire(channel);
    this.arriving =
        new ArrivingFrames(rules.decoders().get(), rules.maxFrameBytes(), transport.budget());
    this.pending = new PendingAnswers(rules.order());
    this.output = new FrameOutput(channel, transport.unread());
    this.socket = new ClientSocket(channel, transport, this::send);
    this.deadline = new Deadline(channel.eventLoop(), transport.clock(), this::tooLate);
    this.strangerDeadline = new Deadline(channel.eventLoop(), transport.clock(), this::stranger);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    try {
      conversation = handler.open(socket);
      strangerDeadline.setIn(limits.receiveMillis());
      settle();
    } catch (DatabaseException refused) {
      log.debug("Connection closed because it is not served: {}", wire, refused);
      wire.close();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    boolean heard = phase != Phase.ENDING && !refused && wire.isOpen();
    if (!heard || !(message instanceof ByteBuf bytes)) {
      ReferenceCountUtil.release(message);
      return;
    }
    restOfLast = phase == Phase.LAST && canPassOn();
    if (arriving.add(channel.alloc(), bytes)) {
      proceed();
    } else {
      log.debug("Connection closed because there is no room for what it sends: {}", wire);
      wire.close();
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof ChannelInputShutdownEvent || event instanceof SslCloseCompletionEvent) {
      socket.abandoned();
      // What is still missing of a frame will not come.
      finish(null);
    } else if (event == Connections.Drain.NOW) {
      finish(new DatabaseException(ErrorCode.UNAVAILABLE, "The server is stopping"));
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    phase = Phase.ENDING;
    socket.abandoned();
    arriving.release();
    pending.clear();
    deadline.cancel();
    strangerDeadline.cancel();
    if (conversation != null) {
      conversation.closed();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException) {
      log.debug("Connection lost: {}", wire, cause);
    } else {
      limited.warn("Connection failed and is closed", wire, cause);
    }
    wire.close();
  }

  /** Passes on what can be, sends what is ready, and adjusts what follows from that. */
  private void proceed() {
    if (proceeding) {
      return;
    }
    proceeding = true;
    try {
      while (phase != Phase.ENDING && canPassOn()) {
        byte[] frame = arriving.next();
        if (frame == null) {
          break;
        }
        waiting = null;
        passOn(frame);
        if (restOfLast) {
          arriving.release();
        }
      }
    } catch (DatabaseException noFrame) {
      refuse(noFrame);
    } finally {
      proceeding = false;
    }
    endIfFinished();
    output.flush();
    settle();
  }

  /** Whether another frame may be in work: not while the client leaves too much unread. */
  private boolean canPassOn() {
    return pending.size() < rules.concurrentFrames()
        && output.unreadBytes() + pending.heldBytes() <= limits.unreadBytesPerConnection();
  }

  private void passOn(byte[] frame) {
    PendingAnswers.Slot slot = pending.add();
    CompletableFuture<FrameAnswer> answer = begin(frame);
    if (!answer.isDone()) {
      var _ =
          answer.whenComplete(
              (known, failure) ->
                  wire.onEventLoop(() -> answered(slot, frame.length, known, failure)));
    } else if (answer.isCompletedExceptionally()) {
      answered(slot, frame.length, null, answer.exceptionNow());
    } else {
      answered(slot, frame.length, answer.resultNow(), null);
    }
  }

  private CompletableFuture<FrameAnswer> begin(byte[] frame) {
    try {
      return requireConversation().answer(frame).toCompletableFuture();
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private Conversation requireConversation() {
    if (conversation == null) {
      throw new IllegalStateException("Frames are passed on to clients that are served");
    }
    return conversation;
  }

  private void answered(
      PendingAnswers.Slot slot,
      int frameBytes,
      @Nullable FrameAnswer answer,
      @Nullable Throwable failure) {
    transport.budget().giveBack(frameBytes);
    if (answer == null || failure != null) {
      failed(failure == null ? new NullPointerException("No answer") : failure);
      return;
    }
    if (phase == Phase.ENDING) {
      return;
    }
    pending.complete(slot, answer, this::write);
    proceed();
  }

  private void failed(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof RejectedExecutionException) {
      log.debug("Request dropped because the server has stopped: {}", wire, failure);
    } else if (wire.isOpen()) {
      limited.error("A request failed without an answer; its connection is closed", wire, failure);
    }
    wire.close();
  }

  private void write(FrameAnswer answer) {
    if (answer.parts().isEmpty() && !answer.last()) {
      return;
    }
    output.write(
        answer,
        taken -> {
          if (!taken) {
            wire.close();
          } else if (waiting == Waiting.CLIENT_TO_READ) {
            // It has read something, so that it gets its time for the rest.
            waiting = null;
          }
          proceed();
        });
    if (answer.last()) {
      end();
    }
  }

  /** Sends what a conversation says of itself. */
  private void send(FrameAnswer message, Consumer<Boolean> taken) {
    if (phase == Phase.ENDING || !wire.isOpen()) {
      taken.accept(false);
      return;
    }
    output.write(
        message,
        sent -> {
          taken.accept(sent);
          proceed();
        });
    if (message.last()) {
      end();
    }
    proceed();
  }

  /** Takes no more than what has begun to arrive. */
  private void finish(@Nullable DatabaseException why) {
    if (phase == Phase.OPEN) {
      phase = Phase.LAST;
      ending = why;
    }
    proceed();
  }

  /** Takes no more at all, and says why once everything else is said. */
  private void refuse(DatabaseException why) {
    log.debug("Connection ends because of what it says, or does not: {}", wire, why);
    arriving.release();
    refused = true;
    phase = Phase.LAST;
    ending = why;
    endIfFinished();
    output.flush();
    settle();
  }

  private void endIfFinished() {
    boolean nothingComes = arriving.heldBytes() == 0 || socket.isAbandoned();
    if (phase != Phase.LAST || pending.size() > 0 || !nothingComes) {
      return;
    }
    DatabaseException why = ending;
    byte[] words = why == null ? new byte[0] : requireConversation().lastWords(why);
    boolean quiet = !output.isUnderWay() && (waiting == Waiting.FRAME || socket.isAbandoned());
    if (words.length == 0 && quiet) {
      wire.close();
    } else {
      write(FrameAnswer.of(words).thenClose());
    }
  }

  /**
   * Waits a moment for the client to end the connection, too. Closing at once would, with bytes of
   * the client still unread, reset the connection and so destroy the last answer on its way.
   */
  private void end() {
    phase = Phase.ENDING;
    arriving.release();
    pending.clear();
    output.flush();
    var _ =
        channel
            .writeAndFlush(Unpooled.EMPTY_BUFFER)
            .addListener(
                sent -> {
                  if (socket.isAbandoned()) {
                    wire.close();
                  } else {
                    wire.closeOutput();
                  }
                });
  }

  /** Adjusts what follows from the state: whether to read on, and how long to wait. */
  private void settle() {
    if (!wire.isOpen()) {
      return;
    }
    wire.read(wantsToRead());
    Waiting now = waitsFor();
    if (now != waiting) {
      waiting = now;
      switch (now) {
        case FRAME ->
            deadline.setIn(rules.idleMillis() == 0 ? limits.idleMillis() : rules.idleMillis());
        case REST_OF_FRAME -> deadline.setIn(limits.receiveMillis());
        case ANSWER -> deadline.clear();
        case CLIENT_TO_READ -> deadline.setIn(limits.sendMillis());
        case CLIENT_TO_CLOSE -> deadline.setIn(ENDING_MILLIS);
      }
    }
  }

  private boolean wantsToRead() {
    if (socket.isAbandoned()) {
      return false;
    }
    return switch (phase) {
      case OPEN -> canPassOn() || arriving.heldBytes() < READ_AHEAD_BYTES;
      case LAST -> arriving.heldBytes() > 0 && canPassOn();
      case ENDING -> true;
    };
  }

  private Waiting waitsFor() {
    if (output.isUnderWay()) {
      return Waiting.CLIENT_TO_READ;
    }
    if (phase == Phase.ENDING) {
      return Waiting.CLIENT_TO_CLOSE;
    }
    if (pending.size() > 0) {
      return Waiting.ANSWER;
    }
    return arriving.heldBytes() > 0 ? Waiting.REST_OF_FRAME : Waiting.FRAME;
  }

  private void tooLate() {
    if (waiting == Waiting.REST_OF_FRAME) {
      refuse(new DatabaseException(ErrorCode.TIMEOUT, "A frame did not arrive in time"));
    } else {
      wire.close();
    }
  }

  private void stranger() {
    if (!socket.isAuthenticated() && phase == Phase.OPEN) {
      refuse(
          new DatabaseException(ErrorCode.UNAUTHORIZED, "Who the client is was not said in time"));
    }
  }
}
