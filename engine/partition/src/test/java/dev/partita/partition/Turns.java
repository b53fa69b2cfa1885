package dev.partita.partition;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * Writers that work only when told to, on the thread that tells them, so that a test decides what
 * is grouped. Not for use by several threads.
 */
final class Turns implements Executor {

  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private boolean stopped;
  private boolean atOnce;

  @Override
  public void execute(Runnable turn) {
    if (stopped) {
      throw new RejectedExecutionException("stopped");
    }
    waiting.add(turn);
    if (atOnce) {
      run();
    }
  }

  /** Calls with writers that work at once, for code that waits for them. */
  <R> R atOnce(Supplier<R> call) {
    run();
    atOnce = true;
    try {
      return call.get();
    } finally {
      atOnce = false;
    }
  }

  /** Runs until nothing waits any more. */
  void run() {
    for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
      next.run();
    }
  }

  boolean isIdle() {
    return waiting.isEmpty();
  }

  void stop() {
    stopped = true;
  }
}
