package dev.partita.base.concurrent;

/** Waits that an interrupt does not cut short; it is passed on afterwards. */
public final class Uninterruptibly {

  private Uninterruptibly() {}

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
