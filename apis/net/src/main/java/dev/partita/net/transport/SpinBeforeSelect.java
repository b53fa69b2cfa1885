package dev.partita.net.transport;

import dev.partita.base.time.Clock;
import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;

/**
 * Has an event loop look out for a moment before it sleeps. A client that waits for an answer often
 * has the next request soon after it, and to wake a thread, and a processor with it, takes longer
 * than to read the request. Whoever else has something to do meanwhile goes first. If nothing came,
 * the loop sleeps without looking out for some times, and for more the more often that is so. For
 * one event loop.
 */
public final class SpinBeforeSelect implements SelectStrategy {

  private static final long NANOS = 150_000;
  private static final int MOST_SLEEPS = 127;

  private final Clock clock;
  private boolean looking;
  private long untilNanos;

  /** How often to sleep without looking out, after the last time nothing came, and from now on. */
  private int sleeps;

  private int sleepsLeft;

  public SpinBeforeSelect(Clock clock) {
    this.clock = clock;
  }

  // Nothing depends on who goes first.
  @SuppressWarnings("ThreadPriorityCheck")
  @Override
  public int calculateStrategy(IntSupplier selectNow, boolean hasTasks) throws Exception {
    if (hasTasks) {
      looking = false;
      return selectNow.get();
    }
    if (!looking && sleepsLeft > 0) {
      sleepsLeft--;
      return SELECT;
    }
    long nowNanos = clock.nanos();
    if (!looking) {
      looking = true;
      untilNanos = nowNanos + NANOS;
    }
    int ready = selectNow.get();
    if (ready > 0) {
      looking = false;
      sleeps = 0;
      return ready;
    }
    if (nowNanos - untilNanos < 0) {
      Thread.yield();
      return 0;
    }
    looking = false;
    sleeps = Math.min(2 * sleeps + 1, MOST_SLEEPS);
    sleepsLeft = sleeps;
    return SELECT;
  }
}
