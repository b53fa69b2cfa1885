package dev.partita.net.transport;

import dev.partita.base.time.Clock;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A moment by which a connection must have got on. Setting it later or clearing it, which every
 * request does, touches only a field: the timer that is already running looks again when it fires.
 * Confined to its event loop.
 */
public final class Deadline {

  private final EventLoop eventLoop;
  private final Clock clock;
  private final Runnable onMissed;
  private boolean set;
  private long deadlineNanos;
  private @Nullable ScheduledFuture<?> timer;
  private long timerNanos;

  public Deadline(EventLoop eventLoop, Clock clock, Runnable onMissed) {
    this.eventLoop = eventLoop;
    this.clock = clock;
    this.onMissed = onMissed;
  }

  public void setIn(long millis) {
    set = true;
    deadlineNanos = clock.nanos() + TimeUnit.MILLISECONDS.toNanos(millis);
    if (timer == null || deadlineNanos - timerNanos < 0) {
      cancelTimer();
      schedule();
    }
  }

  public void clear() {
    set = false;
  }

  /** Clears the deadline and lets go of the timer. */
  public void cancel() {
    set = false;
    cancelTimer();
  }

  private void cancelTimer() {
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
  }

  private void schedule() {
    timerNanos = deadlineNanos;
    timer = eventLoop.schedule(this::fired, deadlineNanos - clock.nanos(), TimeUnit.NANOSECONDS);
  }

  private void fired() {
    timer = null;
    if (!set) {
      return;
    }
    if (deadlineNanos - clock.nanos() > 0) {
      schedule();
    } else {
      set = false;
      onMissed.run();
    }
  }
}
