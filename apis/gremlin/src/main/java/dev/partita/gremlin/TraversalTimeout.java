package dev.partita.gremlin;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Time limit of a traversal: interrupts its thread when the time is up. Created, disarmed and
 * closed by that thread; no interrupt is pending after it is closed.
 */
final class TraversalTimeout implements AutoCloseable {

  private final Thread thread = Thread.currentThread();
  private final ScheduledExecutorService timers;
  private Future<?> timer;
  private boolean armed = true;
  private boolean due;
  private boolean fired;

  TraversalTimeout(ScheduledExecutorService timers, long millis) {
    this.timers = timers;
    timer = timers.schedule(this::fire, millis, TimeUnit.MILLISECONDS);
  }

  /** Replaces the limit by another one that begins now. */
  void within(long millis) {
    timer.cancel(false);
    timer = timers.schedule(this::fire, millis, TimeUnit.MILLISECONDS);
  }

  private synchronized void fire() {
    due = true;
    if (armed) {
      fired = true;
      thread.interrupt();
    }
  }

  /** Enables the limit again; interrupts at once if the time is up. */
  synchronized void arm() {
    armed = true;
    if (due) {
      fire();
    }
  }

  synchronized boolean hasFired() {
    return fired;
  }

  /** Disables the limit. */
  synchronized void disarm() {
    armed = false;
  }

  @Override
  public void close() {
    disarm();
    timer.cancel(false);
    if (hasFired()) {
      boolean _ = Thread.interrupted();
    }
  }
}
