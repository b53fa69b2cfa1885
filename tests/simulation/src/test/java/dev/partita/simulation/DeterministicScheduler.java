package dev.partita.simulation;

import dev.partita.base.time.ManualClock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The order in which everything runs, on the one thread that there is. What is ready to run is a
 * step of a virtual thread: from where that stands to where it waits for something. The seed
 * chooses which comes next.
 */
final class DeterministicScheduler {

  private record Ready(SimulatedProcess process, Runnable step) {}

  private record Timer(long dueNanos, long number, SimulatedProcess process, Runnable action) {}

  private final Random random;
  private final Trace trace;
  private final ManualClock clock;
  private final Thread home = Thread.currentThread();
  private final List<Ready> ready = new ArrayList<>();
  private final Queue<Timer> timers =
      new PriorityQueue<>(
          Comparator.comparingLong(Timer::dueNanos).thenComparingLong(Timer::number));
  private long timersSet;
  private @Nullable SimulationFailure failure;

  DeterministicScheduler(Random random, Trace trace, ManualClock clock) {
    this.random = random;
    this.trace = trace;
    this.clock = clock;
  }

  /** Has a step of a thread run some time. */
  void add(SimulatedProcess process, Runnable step) {
    if (!Thread.currentThread().equals(home) && !Thread.currentThread().isVirtual()) {
      fail(new SimulationFailure("A thread outside of the simulation lets one of it go on."));
    }
    if (process.isRunning()) {
      ready.add(new Ready(process, step));
    }
  }

  /** Has an action happen when the clock has advanced as far, if its process is running then. */
  void after(long nanos, SimulatedProcess process, Runnable action) {
    timers.add(new Timer(clock.nanos() + nanos, timersSet++, process, action));
  }

  void advance(long nanos) {
    clock.advanceNanos(nanos);
    trace.add(nanos);
    while (!timers.isEmpty() && timers.peek().dueNanos() <= clock.nanos()) {
      Timer due = timers.remove();
      if (due.process().isRunning()) {
        due.action().run();
      }
    }
  }

  /** Whether anything can run before something else happens. */
  boolean isIdle() {
    return ready.isEmpty();
  }

  /** Runs one step, if any is ready. */
  void step() {
    if (!ready.isEmpty()) {
      int chosen = random.nextInt(ready.size());
      Ready last = ready.removeLast();
      Ready next = chosen == ready.size() ? last : ready.set(chosen, last);
      trace.add(chosen);
      next.process().run(next.step());
    }
    if (failure != null) {
      throw failure;
    }
  }

  void forget(SimulatedProcess ended) {
    ready.removeIf(each -> each.process() == ended);
    timers.removeIf(each -> each.process() == ended);
  }

  /** Has the simulation fail after the step that is under way. */
  void fail(SimulationFailure reason) {
    if (failure == null) {
      failure = reason;
    }
  }
}
