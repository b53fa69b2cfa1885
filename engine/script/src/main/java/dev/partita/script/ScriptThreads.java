package dev.partita.script;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Thread pool for scripts, and its watchdog thread. Platform threads, because the JVM reports
 * allocated memory only for those, and because a script's recursion needs a stack of known size.
 * All of them end after a while without work. Safe for use by any number of threads.
 */
final class ScriptThreads implements AutoCloseable {

  private static final long IDLE_SECONDS = 10;
  private static final long WATCH_MILLIS = 5;

  private final Semaphore places;
  private final AtomicInteger replaceable;
  private final long patienceMillis;
  private final ThreadPoolExecutor workers;
  private final ScheduledThreadPoolExecutor watcher;

  ScriptThreads(ScriptLimits limits) {
    places = new Semaphore(limits.atOnce(), true);
    replaceable = new AtomicInteger(limits.atOnce());
    patienceMillis = 2 * limits.timeMillis();
    workers =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            ScriptThread::new);
    watcher =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("script-watch").factory());
    watcher.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    watcher.allowCoreThreadTimeOut(true);
    watcher.setRemoveOnCancelPolicy(true);
  }

  /** Whether more than one task is running or waiting. */
  boolean isBusy() {
    return workers.getActiveCount() > 1 || places.hasQueuedThreads();
  }

  /** Runs a check periodically, until the future is cancelled. */
  ScheduledFuture<?> watch(Runnable look) {
    return watcher.scheduleWithFixedDelay(look, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * Runs a task on a script thread and waits for it; on this thread if it is one.
   *
   * @throws DatabaseException UNAVAILABLE if no thread becomes free in time
   */
  <R> R run(Supplier<R> work) {
    if (Thread.currentThread() instanceof ScriptThread) {
      return work.get();
    }
    try {
      if (!places.tryAcquire(patienceMillis, TimeUnit.MILLISECONDS)) {
        throw new DatabaseException(
            ErrorCode.UNAVAILABLE, "Too many scripts are running; try again later.");
      }
      return new Stay<>(work).outcome();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseException(
          ErrorCode.UNAVAILABLE, "The wait for a script was interrupted.", e);
    } catch (ExecutionException e) {
      throw unwrapped(e.getCause());
    }
  }

  /**
   * Gives up a thread whose script does not end although it was cancelled: the caller gets the
   * failure, and another thread takes its slot. Such threads may stay in a built-in function for
   * ever and must not add up, so no more than the size of the pool are replaced at a time.
   */
  void abandon(Thread thread, DatabaseException failure) {
    if (thread instanceof ScriptThread script && script.stay != null) {
      script.stay.abandon(failure);
    }
  }

  /**
   * Accepts no more tasks, and waits for those that are running: the watchdog ends them at their
   * limits.
   */
  @Override
  public void close() {
    workers.shutdown();
    try {
      boolean _ = workers.awaitTermination(patienceMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    watcher.shutdownNow();
  }

  private static RuntimeException unwrapped(@Nullable Throwable cause) {
    return switch (cause) {
      case RuntimeException e -> e;
      case Error e -> throw e;
      case null, default -> new IllegalStateException(cause);
    };
  }

  /** Task that occupies a thread until it is done or given up. */
  final class Stay<R> implements Runnable {

    private final Supplier<R> work;
    private final CompletableFuture<R> result = new CompletableFuture<>();
    private final AtomicBoolean placed = new AtomicBoolean(true);
    private volatile boolean replaced;

    Stay(Supplier<R> work) {
      this.work = work;
    }

    R outcome() throws InterruptedException, ExecutionException {
      try {
        workers.execute(this);
      } catch (RejectedExecutionException e) {
        leave();
        throw new DatabaseException(ErrorCode.UNAVAILABLE, "The server is stopping.", e);
      }
      return result.get();
    }

    @Override
    public void run() {
      ScriptThread thread = (ScriptThread) Thread.currentThread();
      thread.stay = this;
      try {
        result.complete(work.get());
      } catch (RuntimeException | Error e) {
        result.completeExceptionally(e);
      } finally {
        thread.stay = null;
        leave();
        if (replaced) {
          replaceable.incrementAndGet();
        }
      }
    }

    void abandon(DatabaseException failure) {
      if (result.completeExceptionally(failure)) {
        replaced = replaceable.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
        if (replaced) {
          leave();
        }
      }
    }

    private void leave() {
      if (placed.compareAndSet(true, false)) {
        places.release();
      }
    }
  }
}
