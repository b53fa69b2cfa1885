package dev.partita.base.time;

/** The source of time. Everything takes one, so that tests can own the time. */
public interface Clock {

  /** Milliseconds since 1970, UTC. May jump when the machine's clock is set. */
  long millis();

  /** Nanoseconds since an arbitrary moment; never goes back. */
  long nanos();

  /** Waits, or returns early when the thread is interrupted, leaving it so. */
  void sleep(long millis);

  static Clock system() {
    return SystemClock.INSTANCE;
  }
}
