package dev.partita.cli.demo;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * Counters of requests and a histogram of their latencies. Safe for use by any number of threads.
 */
final class Tally {

  /** Four buckets for each power of two of microseconds. */
  private static final int CLASSES = 128;

  private final AtomicLong done = new AtomicLong();
  private final AtomicLong throttled = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final AtomicLongArray latencies = new AtomicLongArray(CLASSES);

  void done(long nanos) {
    done.incrementAndGet();
    latencies.incrementAndGet(classOf(nanos / 1_000));
  }

  void throttled() {
    throttled.incrementAndGet();
  }

  void failed() {
    failed.incrementAndGet();
  }

  long done() {
    return done.get();
  }

  /** Number of throttled requests. */
  long throttledCount() {
    return throttled.get();
  }

  /** Number of requests that failed for other reasons than throttling. */
  long failedCount() {
    return failed.get();
  }

  /** Buckets of the latencies so far, for differences between two moments. */
  long[] latencies() {
    return IntStream.range(0, CLASSES).mapToLong(latencies::get).toArray();
  }

  /** Quantile of the latencies between two moments, in milliseconds. */
  static double millis(long[] before, long[] now, double share) {
    long[] counts = new long[CLASSES];
    Arrays.setAll(counts, i -> now[i] - before[i]);
    long total = Arrays.stream(counts).sum();
    long seen = 0;
    for (int i = 0; i < CLASSES; i++) {
      seen += counts[i];
      if (seen > 0 && seen >= share * total) {
        return upper(i) / 1_000;
      }
    }
    return 0;
  }

  private static int classOf(long micros) {
    double power = 4 * Math.log(Math.max(1.0, (double) micros)) / Math.log(2);
    return Math.clamp((int) Math.ceil(power), 0, CLASSES - 1);
  }

  private static double upper(int latencyClass) {
    return Math.pow(2, latencyClass / 4.0);
  }
}
