package dev.partita.benchmarks;

import dev.partita.base.time.Clock;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import org.HdrHistogram.Histogram;

/**
 * Closed-loop load: clients that each send a request, wait for the response and send the next.
 * Counts the responses during the measurement, which begins some time after the clients start.
 */
final class ClosedLoop {

  /** One iteration of a client; returns its number of operations. */
  interface Call {
    int run();
  }

  private static final Clock CLOCK = Clock.system();
  private static final long SHORTEST_NANOS = 64;
  private static final long LONGEST_NANOS = 60_000_000_000L;

  private volatile boolean measuring;
  private volatile boolean done;

  private ClosedLoop() {}

  private record Counted(long operations, Histogram latencies) {}

  static Measurement run(
      int clients, ThreadFactory threads, long warmUpMillis, long millis, Call call) {
    return new ClosedLoop().measure(clients, threads, warmUpMillis, millis, call);
  }

  private Measurement measure(
      int clients, ThreadFactory threads, long warmUpMillis, long millis, Call call) {
    List<Future<Counted>> running = new ArrayList<>();
    try (ExecutorService executor = Executors.newThreadPerTaskExecutor(threads)) {
      for (int i = 0; i < clients; i++) {
        running.add(executor.submit(() -> repeat(call)));
      }
      CLOCK.sleep(warmUpMillis);
      long cpuNanos = cpuNanos();
      long startNanos = CLOCK.nanos();
      measuring = true;
      CLOCK.sleep(millis);
      measuring = false;
      double seconds = (CLOCK.nanos() - startNanos) / 1e9;
      cpuNanos = cpuNanos() - cpuNanos;
      done = true;
      long operations = 0;
      Histogram latencies = newHistogram();
      for (Future<Counted> client : running) {
        Counted counted = result(client);
        operations += counted.operations();
        latencies.add(counted.latencies());
      }
      return new Measurement(
          operations / seconds, cpuNanos / 1e3 / Math.max(1, operations), latencies);
    }
  }

  private static Counted result(Future<Counted> client) {
    try {
      return client.get();
    } catch (InterruptedException e) {
      throw new IllegalStateException("The measurement was interrupted.", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("A client failed.", e.getCause());
    }
  }

  private Counted repeat(Call call) {
    Histogram latencies = newHistogram();
    long operations = 0;
    long before = CLOCK.nanos();
    while (!done) {
      int answered = call.run();
      long now = CLOCK.nanos();
      if (measuring) {
        operations += answered;
        latencies.recordValue(Math.min(now - before, LONGEST_NANOS));
      }
      before = now;
    }
    return new Counted(operations, latencies);
  }

  /** Small, since every client has one and they share the processor's cache with the database. */
  private static Histogram newHistogram() {
    return new Histogram(SHORTEST_NANOS, LONGEST_NANOS, 2);
  }

  /** Processor time of all threads of this process. */
  static long cpuNanos() {
    if (ManagementFactory.getOperatingSystemMXBean()
        instanceof com.sun.management.OperatingSystemMXBean system) {
      return system.getProcessCpuTime();
    }
    throw new IllegalStateException("This Java platform does not tell the time it has used.");
  }
}
