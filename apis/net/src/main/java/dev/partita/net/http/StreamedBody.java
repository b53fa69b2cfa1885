package dev.partita.net.http;

import dev.partita.net.transport.Deadline;
import dev.partita.net.transport.RateLimitedLog;
import dev.partita.net.transport.Wire;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A streamed body on its way to one client, in either version of HTTP. Begun and ended on the event
 * loop of its channel; written to by the thread of the stream.
 */
public final class StreamedBody implements BodySink {

  /** How it ended. */
  public enum End {
    /** All was written, or nobody asks for more; the client shall hear that it is complete. */
    COMPLETE,
    /** The stream failed half-way. */
    BROKEN
  }

  /** How bytes are put on the channel. Called on the event loop. */
  public interface Frames {
    ChannelFuture write(byte[] bytes);
  }

  private static final Logger log = LoggerFactory.getLogger(StreamedBody.class);
  private static final RateLimitedLog limited = RateLimitedLog.of(StreamedBody.class);

  private final Channel channel;
  private final Frames frames;
  private final Deadline deadline;
  private final long sendMillis;
  // Each of the two is written before the other is read, so that none misses both.
  private volatile @Nullable Thread writer;
  private volatile boolean ended;

  /**
   * @param deadline of the exchange, which is free for the body's use until it has ended
   */
  public StreamedBody(Channel channel, Frames frames, Deadline deadline, long sendMillis) {
    this.channel = channel;
    this.frames = frames;
    this.deadline = deadline;
    this.sendMillis = sendMillis;
  }

  /**
   * Has the stream write on a thread of its own.
   *
   * @param then told on the event loop how it ended; that it did, and once
   */
  public void begin(HttpService service, BodyStream stream, Consumer<End> then) {
    deadline.clear();
    service
        .transport()
        .threads()
        .requests()
        .execute(
            () -> {
              End end = run(stream);
              Wire.onEventLoop(
                  channel,
                  () -> {
                    deadline.clear();
                    then.accept(end);
                  });
            });
  }

  private End run(BodyStream stream) {
    writer = Thread.currentThread();
    try {
      if (!ended) {
        stream.writeTo(this);
      }
      return End.COMPLETE;
    } catch (InterruptedException e) {
      log.debug("A stream ends because nobody reads it any more: {}", channel, e);
      return End.COMPLETE;
    } catch (RuntimeException | Error e) {
      limited.error("A stream failed and is cut off", channel, e);
      return End.BROKEN;
    }
  }

  /** Asks the stream to end, as often as one likes. Safe for any thread. */
  public void end() {
    ended = true;
    Thread current = writer;
    if (current != null) {
      current.interrupt();
    }
  }

  @Override
  public void write(byte[] bytes) throws InterruptedException {
    var taken = new CompletableFuture<Boolean>();
    Wire.onEventLoop(channel, () -> send(bytes, taken));
    try {
      if (!taken.get()) {
        throw new InterruptedException("The client has gone");
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("Nothing makes this fail", e);
    }
  }

  private void send(byte[] bytes, CompletableFuture<Boolean> taken) {
    if (!channel.isActive()) {
      taken.complete(false);
      return;
    }
    ChannelFuture sent = frames.write(bytes);
    if (!sent.isDone()) {
      deadline.setIn(sendMillis);
    }
    var _ =
        sent.addListener(
            done -> {
              deadline.clear();
              taken.complete(done.isSuccess());
            });
  }
}
