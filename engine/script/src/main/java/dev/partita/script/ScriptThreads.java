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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads that scripts run on, and the one that watches them. Platform threads, because only of
 * those does the machine tell how much memory they asked for, and because a script's recursion
 * needs a stack of known size. All of them end when there has been nothing to do for a while. Safe
 * for use by any number of threads.
 */
final class ScriptThreads implements AutoCloseable {

  private static final long STACK_BYTES = 2 << 20;
  private static final long IDLE_SECONDS = 10;
  private static final long WATCH_MILLIS = 5;

  private final Semaphore places;
  private final long patienceMillis;
  private final ThreadPoolExecutor workers;
  private final ScheduledThreadPoolExecutor watcher;

  ScriptThreads(ScriptLimits limits) {
    places = new Semaphore(limits.atOnce(), true);
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
      CompletableFuture<R> result =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return work.get();
                } finally {
                  places.release();
                }
              },
              workers);
      return result.get();
    } catch (RejectedExecutionException e) {
      places.release();
      throw new DatabaseException(ErrorCode.UNAVAILABLE, "The server is stopping.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseException(
          ErrorCode.UNAVAILABLE, "The wait for a script was interrupted.", e);
    } catch (ExecutionException e) {
      throw unwrapped(e.getCause());
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

  private static final class ScriptThread extends Thread {
    ScriptThread(Runnable work) {
      super(null, work, "script", STACK_BYTES);
      setDaemon(true);
    }
  }
}
