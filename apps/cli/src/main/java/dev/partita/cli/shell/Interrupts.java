package dev.partita.cli.shell;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How a command that must not be cut off in the middle of a line learns that it is to end. */
@FunctionalInterface
public interface Interrupts {

  /** Begins to hold up the end of the process, until the watch is closed. */
  Watch watch();

  /** Whether to end, asked by the command; closed when it has ended. Safe for all threads. */
  interface Watch extends AutoCloseable {

    boolean requested();

    @Override
    void close();
  }

  /** Those of this process: ^C and SIGTERM. */
  static Interrupts ofThisProcess() {
    return () -> {
      var signal = new Signal();
      Runtime.getRuntime().addShutdownHook(new Thread(signal::requestAndWait, "interrupt"));
      return signal;
    };
  }

  /** The end of the process, which waits for the command; but not for one that hangs. */
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
