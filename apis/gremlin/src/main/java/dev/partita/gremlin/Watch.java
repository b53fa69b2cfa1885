package dev.partita.gremlin;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * What interrupts a thread when its work takes too long. Made, disarmed and closed by that thread;
 * nothing is left of an interruption when it is closed.
 */
final class Watch implements AutoCloseable {

  private final Thread thread = Thread.currentThread();
  private final ScheduledExecutorService timers;
  private Future<?> timer;
  private boolean armed = true;
  private boolean due;
  private boolean fired;

  Watch(ScheduledExecutorService timers, long millis) {
    this.timers = timers;
    timer = timers.schedule(this::fire, millis, TimeUnit.MILLISECONDS);
  }

  /** Has the work end within another time, from now on. */
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

  /** Ends the work for lack of time again, or at once if that is up. */
  synchronized void arm() {
    armed = true;
    if (due) {
      fire();
    }
  }

  synchronized boolean hasFired() {
    return fired;
  }

  /** Lets the work take as long as it does from here on. */
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
