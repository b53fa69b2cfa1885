package dev.partita.base.concurrent;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Waits that an interrupt does not cut short; it is passed on afterwards. */
public final class Uninterruptibly {

  private Uninterruptibly() {}

  /**
   * Waits for the end of threads that have been told to end; an interrupt has it begin again.
   *
   * @return whether they have ended in time
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

  /** Returns when the thread has ended. */
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
