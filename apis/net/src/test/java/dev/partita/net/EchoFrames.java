package dev.partita.net;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.base.error.DatabaseException;
import dev.partita.net.frames.Conversation;
import dev.partita.net.frames.FrameAnswer;
import dev.partita.net.frames.FrameDecoder;
import dev.partita.net.frames.FrameHandler;
import dev.partita.net.frames.FrameRules;
import dev.partita.net.frames.FrameSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A protocol that gives texts back, each behind the number of its bytes. "later…" is answered when
 * a test says so, "big" with a lot, "worker" and "loop" with the thread that did the work, "bye"
 * ends the connection, "fail" fails, and "tell" and "both" are told about first. Clients must say
 * "hello" if that is asked for.
 */
final class EchoFrames implements FrameHandler {

  static final int MAX_BYTES = 1_000;
  static final int BIG_BYTES = 60_000;

  static final FrameRules RULES =
      FrameRules.sequential(
          () -> FrameDecoder.lengthField(0, ByteOrder.LITTLE_ENDIAN, Integer.BYTES, 5), MAX_BYTES);

  /** A frame that waits for the test to answer it. */
  record Later(String text, CompletableFuture<FrameAnswer> answer) {}

  final BlockingQueue<Later> later = new LinkedBlockingQueue<>();
  final AtomicInteger answered = new AtomicInteger();
  final CountDownLatch closed = new CountDownLatch(1);
  final BlockingQueue<FrameSocket> sockets = new LinkedBlockingQueue<>();
  private final boolean strict;

  EchoFrames() {
    this(false);
  }

  EchoFrames(boolean strict) {
    this.strict = strict;
  }

  static byte[] frame(String text) {
    return frame(text.getBytes(UTF_8));
  }

  private static byte[] frame(byte[] text) {
    return ByteBuffer.allocate(Integer.BYTES + text.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(text.length)
        .put(text)
        .array();
  }

  static FrameAnswer answer(String text) {
    return FrameAnswer.of(frame(text));
  }

  @Override
  public Conversation open(FrameSocket socket) {
    sockets.add(socket);
    if (!strict) {
      socket.authenticated();
    }
    return new Echo(socket);
  }

  private final class Echo implements Conversation {

    private final FrameSocket socket;

    Echo(FrameSocket socket) {
      this.socket = socket;
    }

    @Override
    public CompletionStage<FrameAnswer> answer(byte[] frame) {
      answered.incrementAndGet();
      String text = new String(Arrays.copyOfRange(frame, Integer.BYTES, frame.length), UTF_8);
      if (text.startsWith("later")) {
        Later waiting = new Later(text, new CompletableFuture<>());
        later.add(waiting);
        return waiting.answer();
      }
      return switch (text) {
        case "big" -> CompletableFuture.completedFuture(FrameAnswer.of(frame(new byte[BIG_BYTES])));
        case "worker" -> socket.executor().onWorker(EchoFrames::thread);
        case "loop" -> socket.executor().inline(bounded -> thread());
        case "bye" -> CompletableFuture.completedFuture(EchoFrames.answer("bye").thenClose());
        case "fail" -> CompletableFuture.failedFuture(new IllegalStateException("On purpose"));
        case "throw" -> throw new IllegalStateException("On purpose");
        case "silent" -> CompletableFuture.completedFuture(FrameAnswer.NONE);
        case "both" -> {
          var _ = socket.send(EchoFrames.answer("first"));
          yield CompletableFuture.completedFuture(EchoFrames.answer("second"));
        }
        case "tell" ->
            socket
                .send(EchoFrames.answer("told"))
                .thenApply(taken -> EchoFrames.answer(taken ? "taken" : "gone"));
        default -> {
          socket.authenticated();
          yield CompletableFuture.completedFuture(EchoFrames.answer(text));
        }
      };
    }

    @Override
    public byte[] lastWords(DatabaseException why) {
      return frame(why.code().name());
    }

    @Override
    public void closed() {
      closed.countDown();
    }
  }

  private static FrameAnswer thread() {
    return answer(Thread.currentThread().isVirtual() ? "worker" : "loop");
  }
}
