package dev.partita.simulation;

import dev.partita.container.EngineThreads;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * A process of the simulation: the threads that end with it. They are virtual threads, so that
 * whatever they wait for lets the others go on, with the simulation's scheduler in place of the
 * JVM's, which the JDK keeps for tests of its own.
 */
final class SimulatedProcess implements EngineThreads {

  private static final int WRITERS = 4;

  private final DeterministicScheduler scheduler;
  private final Thread.Builder.OfVirtual threads;
  private final IdentityHashMap<Runnable, Thread> byStep = new IdentityHashMap<>();
  private @Nullable Thread starting;
  private boolean running = true;

  SimulatedProcess(DeterministicScheduler scheduler) {
    this.scheduler = scheduler;
    this.threads =
        builder(this::ready)
            .uncaughtExceptionHandler(
                (_, e) ->
                    scheduler.fail(
                        e instanceof SimulationFailure known
                            ? known
                            : new SimulationFailure("A thread has failed: " + e, e)));
  }

  private static Thread.Builder.OfVirtual builder(Executor scheduler) {
    try {
      Constructor<?> constructor =
          Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
              .getDeclaredConstructor(Executor.class);
      constructor.setAccessible(true);
      return (Thread.Builder.OfVirtual) constructor.newInstance(scheduler);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("This JDK has no virtual threads with a scheduler.", e);
    }
  }

  private void ready(Runnable step) {
    Thread thread = starting;
    if (thread != null) {
      byStep.put(step, thread);
      starting = null;
    }
    scheduler.add(this, step);
  }

  /** Starts a thread; does nothing once the process has ended. */
  void start(Runnable task) {
    if (running) {
      Thread thread = threads.unstarted(task);
      starting = thread;
      thread.start();
    }
  }

  /** Lets a thread go on to where it waits or ends. */
  void run(Runnable step) {
    Thread thread = byStep.get(step);
    step.run();
    if (thread == null) {
      throw new IllegalStateException("A step of no thread of this process.");
    }
    switch (thread.getState()) {
      case TERMINATED -> byStep.remove(step);
      case BLOCKED, TIMED_WAITING ->
          throw new SimulationFailure(
              "A thread waits for a monitor or by the time of the JVM, which no seed decides: "
                  + Arrays.toString(thread.getStackTrace()));
      case NEW, RUNNABLE, WAITING -> {}
    }
  }

  boolean isRunning() {
    return running;
  }

  /** Ends the process at once: no thread takes another step. */
  void kill() {
    running = false;
    scheduler.forget(this);
    byStep.clear();
  }

  @Override
  public ExecutorService writers() {
    return new SimulatedExecutor(scheduler, this, WRITERS);
  }

  @Override
  public ExecutorService catalogueWriter() {
    return new SimulatedExecutor(scheduler, this, 1);
  }

  @Override
  public Executor answers() {
    return this::start;
  }

  @Override
  public ScheduledExecutorService housekeeping() {
    return new SimulatedExecutor(scheduler, this, 1);
  }

  @Override
  public ScheduledExecutorService timers() {
    return new SimulatedExecutor(scheduler, this, 1);
  }

  @Override
  public ScheduledExecutorService jobs() {
    return new SimulatedExecutor(scheduler, this, 1);
  }

  @Override
  public ScheduledExecutorService reports() {
    return new SimulatedExecutor(scheduler, this, 1);
  }
}
