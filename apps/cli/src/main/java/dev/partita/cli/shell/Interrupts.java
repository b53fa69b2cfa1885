package dev.partita.cli.shell;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Notification of a command that it is to end, for commands that must not be cut off in the middle
 * of a line.
 */
@FunctionalInterface
public interface Interrupts {

  /** Begins to delay the end of the process until the watch is closed. */
  Watch watch();

  /**
   * Delay of the end of the process. The command polls whether it is to end, and closes the watch
   * when it has ended. Safe for use by any number of threads.
   */
  interface Watch extends AutoCloseable {

    boolean requested();

    @Override
    void close();
  }

  /** Interrupts of this process: ^C and SIGTERM. */
  static Interrupts ofThisProcess() {
    return () -> {
      var signal = new Signal();
      Runtime.getRuntime().addShutdownHook(new Thread(signal::requestAndWait, "interrupt"));
      return signal;
    };
  }

  /** Shutdown hook that waits for the command, with a time limit in case the command hangs. */
  final class Signal implements Watch {

    private static final long PATIENCE_SECONDS = 20;

    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean requested;

    private Signal() {}

    @Override
    public boolean requested() {
      return requested;
    }

    @Override
    public void close() {
      closed.countDown();
    }

    private void requestAndWait() {
      requested = true;
      try {
        closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
