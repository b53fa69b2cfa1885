package dev.partita.consensus;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks one after the other in the order in which they came, on threads of another executor.
 * Safe for use by any number of threads.
 */
final class InOrder implements Executor {

  private static final Logger LOG = LoggerFactory.getLogger(InOrder.class);

  private final Executor threads;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private boolean running;

  InOrder(Executor threads) {
    this.threads = threads;
  }

  @Override
  public void execute(Runnable task) {
    synchronized (waiting) {
      waiting.add(task);
      if (running) {
        return;
      }
      running = true;
    }
    threads.execute(this::run);
  }

  private void run() {
    for (Runnable task = next(); task != null; task = next()) {
      runOne(task);
    }
  }

  /** What one task fails with must not keep the next ones from running. */
  @SuppressWarnings("CatchingUnchecked")
  private static void runOne(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      LOG.error("A task of a replication group has failed.", e);
    }
  }

  private @Nullable Runnable next() {
    synchronized (waiting) {
      Runnable task = waiting.poll();
      running = task != null;
      return task;
    }
  }
}
