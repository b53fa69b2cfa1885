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
 * The threads that scripts run on, and the one that watches them. Platform threads, because only of
 * those does the machine tell how much memory they asked for, and because a script's recursion
 * needs a stack of known size. All of them end when there has been nothing to do for a while. Safe
 * for use by any number of threads.
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

  /** Whether there is more to do than what one thread is at. */
  boolean isBusy() {
    return workers.getActiveCount() > 1 || places.hasQueuedThreads();
  }

  /** Looks again and again, until the future is cancelled. */
  ScheduledFuture<?> watch(Runnable look) {
    return watcher.scheduleWithFixedDelay(look, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * Does the work on a thread for scripts, and waits for it: on this one if it is one already.
   *
   * @throws DatabaseException UNAVAILABLE if all places stay taken
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
   * Gives up a thread whose script does not end although it was told to: whoever waits for it is
   * told, and its place goes to others. A built-in function that nothing can stop may have it, and
   * such threads must not add up, so no more than there are places are replaced at a time.
   */
  void abandon(Thread thread, DatabaseException failure) {
    if (thread instanceof ScriptThread script && script.stay != null) {
      script.stay.abandon(failure);
    }
  }

  /** Takes no more work, and waits for what is under way: the watch ends it if nothing else. */
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

  /** A piece of work that has a place, until it is done or given up. */
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
