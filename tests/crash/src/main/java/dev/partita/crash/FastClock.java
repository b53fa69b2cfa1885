package dev.partita.crash;

import dev.partita.base.time.Clock;

/**
 * Clock on which a minute passes in a second, so that items expire and logs are trimmed during a
 * test. Both processes of a test use the same. Safe for use by any number of threads.
 *
 * @param startMillis time from which on it is fast
 */
record FastClock(long startMillis) implements Clock {

  private static final int FACTOR = 60;

  static FastClock startingNow() {
    return new FastClock(Clock.system().millis());
  }

  @Override
  public long millis() {
    return startMillis + (Clock.system().millis() - startMillis) * FACTOR;
  }

  @Override
  public long nanos() {
    return Clock.system().nanos();
  }

  @Override
  public void sleep(long millis) {
    Clock.system().sleep(millis);
  }
}
