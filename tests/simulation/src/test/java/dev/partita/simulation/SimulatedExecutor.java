package dev.partita.simulation;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A pool of so many threads of a simulated process, with the time of the simulation. */
final class SimulatedExecutor extends AbstractExecutorService implements ScheduledExecutorService {

  private final DeterministicScheduler scheduler;
  private final SimulatedProcess process;
  private final int threads;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private final CompletableFuture<@Nullable Void> terminated = new CompletableFuture<>();
  private int working;
  private boolean shutdown;

  SimulatedExecutor(DeterministicScheduler scheduler, SimulatedProcess process, int threads) {
    this.scheduler = scheduler;
    this.process = process;
    this.threads = threads;
  }

  @Override
  public void execute(Runnable task) {
    if (shutdown) {
      throw new RejectedExecutionException("The executor has been shut down.");
    }
    waiting.add(task);
    next();
  }

  private void next() {
    if (working < threads && !waiting.isEmpty()) {
      working++;
      Runnable task = waiting.remove();
      process.start(() -> work(task));
    } else if (shutdown && working == 0) {
      terminated.complete(null);
    }
  }

  private void work(Runnable task) {
    try {
      task.run();
    } finally {
      working--;
      next();
    }
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long initialDelay, long delay, TimeUnit unit) {
    Planned planned = new Planned(task, unit.toNanos(delay), true);
    planned.after(unit.toNanos(initialDelay));
    return planned;
  }

  /** A task that is done later, once or again and again, until the executor is shut down. */
  private final class Planned extends CompletableFuture<@Nullable Void>
      implements ScheduledFuture<@Nullable Void> {

    private final Runnable task;
    private final long delayNanos;
    private final boolean repeats;

    Planned(Runnable task, long delayNanos, boolean repeats) {
      this.task = task;
      this.delayNanos = delayNanos;
      this.repeats = repeats;
    }

    void after(long nanos) {
      scheduler.after(
          nanos,
          process,
          () -> {
            if (!shutdown && !isCancelled()) {
              execute(
                  () -> {
                    task.run();
                    if (repeats) {
                      after(delayNanos);
                    } else {
                      complete(null);
                    }
                  });
            }
          });
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(delayNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    Planned planned = new Planned(command, unit.toNanos(delay), false);
    planned.after(unit.toNanos(delay));
    return planned;
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
    throw new UnsupportedOperationException("Engines have no use for it so far.");
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable command, long initialDelay, long period, TimeUnit unit) {
    throw new UnsupportedOperationException("Engines have no use for it so far.");
  }

  @Override
  public void shutdown() {
    shutdown = true;
    next();
  }

  @Override
  public List<Runnable> shutdownNow() {
    shutdown = true;
    List<Runnable> left = List.copyOf(waiting);
    waiting.clear();
    next();
    return left;
  }

  @Override
  public boolean isShutdown() {
    return shutdown;
  }

  @Override
  public boolean isTerminated() {
    return terminated.isDone();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    terminated.join();
    return true;
  }
}
