package dev.partita.gremlin;

import dev.partita.base.concurrent.Uninterruptibly;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.graph.Graphs;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * State shared by all connections. Created with the first connection, since it loads all of
 * TinkerPop. Safe for use by any number of threads.
 */
final class GremlinService implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(GremlinService.class);
  private static final long CLOSE_MILLIS = 5_000;

  private final GremlinOptions options;
  private final Graphs graphs;
  private final Clock clock;
  private final Consumer<AnsweredRequest> observer;

  /**
   * Platform threads: a traversal that computes for long would block the carrier of virtual ones.
   */
  private final ExecutorService threads =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("gremlin-", 0).factory());

  private final ScheduledExecutorService timers =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("gremlin-timer").factory());

  GremlinService(Graphs graphs, GremlinOptions options, Consumer<AnsweredRequest> observer) {
    this.observer = observer;
    this.options = options;
    this.graphs = graphs;
    this.clock = graphs.clock();
  }

  GremlinOptions options() {
    return options;
  }

  Graphs graphs() {
    return graphs;
  }

  Clock clock() {
    return clock;
  }

  /** Reports a request with its outcome to metrics and the request log. */
  void answered(AnsweredRequest request) {
    observer.accept(request);
  }

  ExecutorService threads() {
    return threads;
  }

  /**
   * Runs a traversal on one of these threads, and waits for it.
   *
   * @throws DatabaseException UNAVAILABLE if this thread is interrupted, as the other is then, or
   *     the server stops
   */
  void carryOut(Runnable traversal) {
    try {
      Future<?> made = threads.submit(traversal);
      try {
        made.get();
      } finally {
        made.cancel(true);
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException("A traversal failed.", e.getCause());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new DatabaseException(ErrorCode.UNAVAILABLE, "The traversal was cancelled.");
    } catch (RejectedExecutionException _) {
      throw new DatabaseException(ErrorCode.UNAVAILABLE, "The server is stopping.");
    }
  }

  /** Time limit for the current thread, which is interrupted after it. */
  TraversalTimeout timeout(long millis) {
    return new TraversalTimeout(timers, millis);
  }

  @Override
  public void close() {
    var _ = threads.shutdownNow();
    var _ = timers.shutdownNow();
    if (!Uninterruptibly.awaitEnd(threads, CLOSE_MILLIS)) {
      log.warn("A traversal is still under way while the server stops.");
    }
    boolean _ = Uninterruptibly.awaitEnd(timers, CLOSE_MILLIS);
  }
}
