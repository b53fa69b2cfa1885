package dev.partita.base.time;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Clock that runs as another does, and whose time of day tests can move forward, so that what
 * expires does. Safe for use by any number of threads.
 */
public final class MovableClock implements Clock {

  private final Clock machine;
  private final AtomicLong aheadMillis = new AtomicLong();

  public MovableClock(Clock machine) {
    this.machine = machine;
  }

  @Override
  public long millis() {
    return machine.millis() + aheadMillis.get();
  }

  /** Not moved: what is under way shall not run out of time. */
  @Override
  public long nanos() {
    return machine.nanos();
  }

  @Override
  public void sleep(long millis) {
    machine.sleep(millis);
  }

  @Override
  public Clock machine() {
    return machine;
  }

  /** How far it is ahead of the other clock. */
  public long aheadMillis() {
    return aheadMillis.get();
  }

  public void advanceMillis(long millis) {
    if (millis < 0) {
      throw new IllegalArgumentException("Time does not go back: " + millis);
    }
    aheadMillis.addAndGet(millis);
  }
}
