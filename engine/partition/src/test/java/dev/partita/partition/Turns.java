package dev.partita.partition;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Writers that work only when told to, on the thread that tells them, so that a test decides what
 * is grouped. Not for use by several threads.
 */
final class Turns implements Executor {

  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private boolean stopped;

  @Override
  public void execute(Runnable turn) {
    if (stopped) {
      throw new RejectedExecutionException("stopped");
    }
    waiting.add(turn);
  }

  /** Runs until nothing waits any more. */
  void run() {
    for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
      next.run();
    }
  }

  int waiting() {
    return waiting.size();
  }

  void stop() {
    stopped = true;
  }
}
