package dev.partita.base.time;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clock that advances only when it is told to, for tests and simulations. Safe for use by any
 * number of threads.
 */
public final class ManualClock implements Clock {

  private final AtomicLong startMillis;
  private final AtomicLong elapsedNanos = new AtomicLong();

  public ManualClock(long startMillis) {
    this.startMillis = new AtomicLong(startMillis);
  }

  @Override
  public long millis() {
    return startMillis.get() + TimeUnit.NANOSECONDS.toMillis(elapsedNanos.get());
  }

  @Override
  public long nanos() {
    return elapsedNanos.get();
  }

  /** Advances the clock instead of waiting. */
  @Override
  public void sleep(long millis) {
    advanceMillis(millis);
  }

  /** Sets the time of day, forwards or back, as an operator may; {@link #nanos} does not change. */
  public void setMillis(long millis) {
    startMillis.addAndGet(millis - millis());
  }

  public void advanceMillis(long millis) {
    advanceNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  public void advanceNanos(long nanos) {
    if (nanos < 0) {
      throw new IllegalArgumentException("Time does not go back: " + nanos);
    }
    elapsedNanos.addAndGet(nanos);
  }
}
