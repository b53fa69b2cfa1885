package dev.partita.base.time;

/** Source of time. Passed to everything that needs the time, so that tests control it. */
public interface Clock {

  /** Milliseconds since 1970, UTC. May jump when the machine's clock is set. */
  long millis();

  /** Nanoseconds since an arbitrary moment; never goes back. */
  long nanos();

  /** Waits; returns early when the thread is interrupted, and keeps the interrupt status. */
  void sleep(long millis);

  /** The clock that clients agree with, should this one be moved by a test. */
  default Clock machine() {
    return this;
  }

  static Clock system() {
    return SystemClock.INSTANCE;
  }
}
