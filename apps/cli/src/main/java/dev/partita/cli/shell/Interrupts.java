package dev.partita.cli.shell;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** How a command that must not be cut off in the middle of a line learns that it is to end. */
@FunctionalInterface
public interface Interrupts {

  /** Begins to hold up the end of the process, until the watch is closed. */
  Watch watch();

  /** Those of this process: ^C and SIGTERM. */
  static Interrupts ofThisProcess() {
    return () -> {
      var watch = new Watch();
      // The process ends when all of these threads have, but not for a command that hangs.
      var hook = new Thread(watch::interruptAndWait, "interrupt");
      Runtime.getRuntime().addShutdownHook(hook);
      return watch;
    };
  }

  /** Whether to end, asked by the command; closed when it has ended. Safe for all threads. */
  final class Watch implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 20;

    private final AtomicLong left;
    private final CountDownLatch closed = new CountDownLatch(1);

    /** One that nobody requests. */
    public Watch() {
      this(Long.MAX_VALUE);
    }

    /** One that is requested when the command has asked so many times. */
    public Watch(long questions) {
      left = new AtomicLong(questions);
    }

    public boolean requested() {
      return left.get() <= 0 || left.decrementAndGet() <= 0;
    }

    private void request() {
      left.set(0);
    }

    @Override
    public void close() {
      closed.countDown();
    }

    private void interruptAndWait() {
      request();
      try {
        closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
