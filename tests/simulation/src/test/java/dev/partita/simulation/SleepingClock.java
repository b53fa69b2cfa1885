package dev.partita.simulation;

import dev.partita.base.time.Clock;
import dev.partita.base.time.ManualClock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The clock of a process whose threads sleep until the simulation has advanced the time as far,
 * while others go on.
 */
final class SleepingClock implements Clock {

  private final ManualClock clock;
  private final DeterministicScheduler scheduler;
  private final SimulatedProcess process;
  private int sleeping;

  SleepingClock(ManualClock clock, DeterministicScheduler scheduler, SimulatedProcess process) {
    this.clock = clock;
    this.scheduler = scheduler;
    this.process = process;
  }

  @Override
  public long millis() {
    return clock.millis();
  }

  @Override
  public long nanos() {
    return clock.nanos();
  }

  @Override
  public void sleep(long millis) {
    CompletableFuture<@Nullable Void> awake = new CompletableFuture<>();
    sleeping++;
    scheduler.after(TimeUnit.MILLISECONDS.toNanos(millis), process, () -> awake.complete(null));
    awake.join();
    sleeping--;
  }

  /** Whether a thread sleeps. */
  boolean isSleptOn() {
    return sleeping > 0;
  }
}
