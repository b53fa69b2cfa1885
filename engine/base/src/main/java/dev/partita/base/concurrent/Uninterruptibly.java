package dev.partita.base.concurrent;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Blocking waits that ignore interrupts and restore the thread's interrupt status afterwards. Safe
 * for use by any number of threads.
 */
public final class Uninterruptibly {

  private Uninterruptibly() {}

  /**
   * Waits for the termination of an executor that has been shut down.
   *
   * @return whether it terminated in time
   */
  public static boolean awaitEnd(ExecutorService threads, long millis) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return threads.awaitTermination(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Waits until a thread has ended. */
  public static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
