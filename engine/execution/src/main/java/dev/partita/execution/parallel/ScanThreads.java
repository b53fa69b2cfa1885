package dev.partita.execution.parallel;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads that help with long scans: together with the one that asks, as many as there are
 * processors, for all queries of an engine together. They end when there has been nothing to do for
 * a while. Safe for use by any number of threads.
 *
 * <p>They are threads of the operating system: a scan does not wait for anything, so on virtual
 * threads it would keep the requests of others from running.
 */
public final class ScanThreads {

  /** No threads but the one that asks. */
  public static final ScanThreads ALONE = new ScanThreads(1, () -> 0);

  private static final long IDLE_SECONDS = 10;
  private static final int MOST_WAITING_PER_THREAD = 4;

  private final int count;
  private final IntSupplier pagesAtWork;
  private final ThreadPoolExecutor threads;

  /**
   * @param pagesAtWork how many pages that may ask for help are at work
   */
  ScanThreads(int count, IntSupplier pagesAtWork) {
    this.count = count;
    this.pagesAtWork = pagesAtWork;
    // The calling thread works as well; more threads than processors would only switch.
    int helpers = Math.max(1, count - 1);
    this.threads =
        new ThreadPoolExecutor(
            helpers,
            helpers,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("scan-", 0).factory(),
            // A rejected task is done by the thread that waits for it.
            new ThreadPoolExecutor.DiscardPolicy());
    threads.allowCoreThreadTimeOut(true);
  }

  /** Helps no more; what has been begun goes on. */
  void close() {
    threads.shutdown();
  }

  /** How many there are, with the one that asks. */
  public int count() {
    return count;
  }

  /** Has something done, by a thread that has time or by the one that waits for it. */
  public <T> Work<T> start(Supplier<T> task) {
    Work<T> work = new Work<>(task);
    // Behind a queue of other tasks, help would come after the caller has done the work itself; and
    // where pages keep all processors busy, help for one slows another.
    if (count > 1
        && pagesAtWork.getAsInt() < count
        && threads.getQueue().size() < MOST_WAITING_PER_THREAD * count) {
      threads.execute(work::runUnlessTaken);
    }
    return work;
  }

  /**
   * Something that one thread does and one waits for. Those who did the work themselves leave it in
   * the queue of the threads, so it keeps nothing once it is over.
   */
  public static final class Work<T> {

    private final AtomicReference<@Nullable Supplier<T>> task;
    private volatile CompletableFuture<T> result = new CompletableFuture<>();

    private Work(Supplier<T> task) {
      this.task = new AtomicReference<>(task);
    }

    /** Does the work now, unless another thread has begun it. */
    public void runUnlessTaken() {
      Supplier<T> taken = task.getAndSet(null);
      if (taken != null) {
        result.completeAsync(taken, Runnable::run);
      }
    }

    /** Whether there is a result. */
    public boolean isDone() {
      return result.isDone();
    }

    /** The result, once. Does the work now if no thread has begun it. */
    public T await() {
      runUnlessTaken();
      CompletableFuture<T> made = result;
      try {
        T value = made.join();
        result = new CompletableFuture<>();
        return value;
      } catch (CompletionException e) {
        if (e.getCause() instanceof RuntimeException cause) {
          throw cause;
        }
        throw e;
      }
    }

    /** Says that the result is not wanted; what has begun goes on. */
    public void drop() {
      task.set(null);
    }
  }
}
