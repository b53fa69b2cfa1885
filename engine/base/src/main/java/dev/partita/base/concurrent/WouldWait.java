package dev.partita.base.concurrent;

import java.io.Serial;

/**
 * Thrown by work that would have to wait, on a {@link SharedThread}: nothing has been done, and the
 * same is to be done on a thread that may wait. Has no stack trace.
 */
public final class WouldWait extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private WouldWait() {
    super("The work has to wait, which this thread must not.", null, false, false);
  }

  /** To be called before a wait. */
  public static void refuse() {
    if (Thread.currentThread() instanceof SharedThread) {
      throw new WouldWait();
    }
  }
}
