package dev.partita.benchmarks;

import dev.partita.base.time.Clock;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * Open-loop load: requests that are due at fixed times, whether or not earlier ones have been
 * answered. A latency counts from the time when the request was due, and so includes its wait to be
 * sent.
 */
final class OpenLoop {

  private static final Clock CLOCK = Clock.system();
  private static final double NANOS_PER_SECOND = 1e9;

  private final long[] dueNanos;
  private final long[] answeredNanos;
  private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();

  OpenLoop(double requestsPerSecond, double seconds) {
    int count = (int) (requestsPerSecond * seconds);
    dueNanos = new long[count];
    answeredNanos = new long[count];
    for (int i = 0; i < count; i++) {
      dueNanos[i] = (long) (i / requestsPerSecond * NANOS_PER_SECOND);
    }
  }

  /** Sends all requests, each on a thread of its own, and waits for the last response. */
  void run(LongConsumer request) {
    long start = CLOCK.nanos();
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < dueNanos.length; i++) {
        dueNanos[i] += start;
        long early = dueNanos[i] - CLOCK.nanos();
        if (early > 0) {
          LockSupport.parkNanos(early);
        }
        int number = i;
        clients.execute(() -> answer(request, number));
      }
    }
  }

  @SuppressWarnings("CatchingUnchecked") // any failure is a result
  private void answer(LongConsumer request, int number) {
    try {
      request.accept(number);
    } catch (Throwable e) {
      errors.add(e);
    }
    answeredNanos[number] = CLOCK.nanos();
  }

  int count() {
    return dueNanos.length;
  }

  Queue<Throwable> errors() {
    return errors;
  }

  long dueNanos(int number) {
    return dueNanos[number];
  }

  long answeredNanos(int number) {
    return answeredNanos[number];
  }
}
