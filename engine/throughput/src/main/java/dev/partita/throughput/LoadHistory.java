package dev.partita.throughput;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Load of one physical partition: totals since it was opened, and each step of the last twelve
 * minutes. Safe for use by any number of threads. Counting a request takes two additions and a
 * comparison of the second; the first request of a second moves the counts of the one before into
 * the history. Nothing runs in the background and nothing is kept for a partition that was never
 * used.
 *
 * <p>Steps are numbered by the clock's nanoseconds, so those of different partitions agree.
 */
public final class LoadHistory {

  public static final int STEP_SECONDS = 5;
  public static final int STEPS = 144;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final int MINUTE_STEPS = 60 / STEP_SECONDS;

  /** Ring buffer of the steps, indexed by their number. */
  private static final class Ring {
    final long[] hundredths = new long[STEPS];
    final int[] requests = new int[STEPS];
    final int[] throttled = new int[STEPS];
    final float[] peakPercent = new float[STEPS];
    long latest;

    void advanceTo(long step) {
      for (long s = Math.max(latest + 1, step - STEPS + 1); s <= step; s++) {
        int i = Math.floorMod(s, STEPS);
        hundredths[i] = 0;
        requests[i] = 0;
        throttled[i] = 0;
        peakPercent[i] = 0;
      }
      latest = Math.max(latest, step);
    }
  }

  private final AtomicLong consumed = new AtomicLong();
  private final LongAdder requests = new LongAdder();
  private final AtomicLong throttled = new AtomicLong();

  // End of the second that is being counted; before the first request, the
  // time of construction.
  private volatile long endNanos;

  // Guarded by the lock: the counts when that second began, and the history before it.
  private @Nullable Ring ring;
  private long second;
  private long consumedBefore;
  private long requestsBefore;
  private long throttledBefore;
  private long lastSecond;
  private long lastSecondHundredths;
  private double lastSecondPercent;

  LoadHistory(long nanos) {
    endNanos = nanos;
  }

  /**
   * @param rate of the partition's budget at this moment, in hundredths; 0 if it is unlimited
   */
  void charged(long hundredths, long nanos, long rate) {
    if (nanos - endNanos >= 0) {
      turn(nanos, rate);
    }
    consumed.addAndGet(hundredths);
    requests.increment();
  }

  void refused(long nanos, long rate) {
    if (nanos - endNanos >= 0) {
      turn(nanos, rate);
    }
    throttled.incrementAndGet();
  }

  RequestCharge consumed() {
    return new RequestCharge(consumed.get());
  }

  long throttled() {
    return throttled.get();
  }

  /** Moves the counts of the finished second into the history, and begins the next. */
  private synchronized void turn(long nanos, long rate) {
    if (nanos - endNanos < 0) {
      return; // another thread was here first
    }
    long now = Math.floorDiv(nanos, NANOS_PER_SECOND);
    long step = Math.floorDiv(now, STEP_SECONDS);
    Ring steps = ring;
    if (steps == null) {
      steps = new Ring();
      steps.latest = step;
      ring = steps;
    } else {
      settle(steps, rate);
      steps.advanceTo(step);
    }
    second = now;
    endNanos = (now + 1) * NANOS_PER_SECOND;
  }

  private void settle(Ring steps, long rate) {
    long consumedNow = consumed.get();
    long requestsNow = requests.sum();
    long throttledNow = throttled.get();
    lastSecond = second;
    lastSecondHundredths = consumedNow - consumedBefore;
    lastSecondPercent = rate == 0 ? 0 : Math.min(100.0, 100.0 * lastSecondHundredths / rate);
    int i = Math.floorMod(Math.floorDiv(second, STEP_SECONDS), STEPS);
    steps.hundredths[i] += lastSecondHundredths;
    steps.requests[i] += (int) (requestsNow - requestsBefore);
    steps.throttled[i] += (int) (throttledNow - throttledBefore);
    steps.peakPercent[i] = (float) Math.max(steps.peakPercent[i], lastSecondPercent);
    consumedBefore = consumedNow;
    requestsBefore = requestsNow;
    throttledBefore = throttledNow;
  }

  private void catchUp(long nanos, long rate) {
    if (ring != null && nanos - endNanos >= 0) {
      turn(nanos, rate);
    }
  }

  synchronized Load load(long nanos, long rate) {
    catchUp(nanos, rate);
    Ring steps = ring;
    if (steps == null) {
      return new Load(consumed(), requests.sum(), throttled(), RequestCharge.ZERO, 0, 0, 0, 0);
    }
    long now = Math.floorDiv(nanos, NANOS_PER_SECOND);
    long first = Math.floorDiv(now, STEP_SECONDS) - MINUTE_STEPS + 1;
    long hundredths = 0;
    long count = 0;
    long refused = 0;
    for (long s = first; s <= steps.latest; s++) {
      int i = Math.floorMod(s, STEPS);
      hundredths += steps.hundredths[i];
      count += steps.requests[i];
      refused += steps.throttled[i];
    }
    // The minute ends with the last complete second, whose counts are in the history already.
    double seconds = Math.max(1, now - first * STEP_SECONDS);
    boolean recent = lastSecond == now - 1;
    return new Load(
        consumed(),
        requests.sum(),
        throttled(),
        new RequestCharge(recent ? lastSecondHundredths : 0),
        recent ? lastSecondPercent : 0,
        hundredths / 100.0 / seconds,
        count,
        refused);
  }

  synchronized double minutePeakPercent(long nanos, long rate) {
    catchUp(nanos, rate);
    Ring steps = ring;
    double peak = 0;
    if (steps != null) {
      for (long s = stepAt(nanos) - MINUTE_STEPS + 1; s <= steps.latest; s++) {
        peak = Math.max(peak, steps.peakPercent[Math.floorMod(s, STEPS)]);
      }
    }
    return peak;
  }

  /**
   * Steps with requests, oldest first, including the current one.
   *
   * @param rate of the partition's budget, in hundredths; 0 if it is unlimited
   */
  synchronized List<LoadStep> steps(long nanos, long rate) {
    catchUp(nanos, rate);
    Ring steps = ring;
    if (steps == null) {
      return List.of();
    }
    long now = stepAt(nanos);
    List<LoadStep> found = new ArrayList<>();
    for (long s = now - STEPS + 1; s <= steps.latest; s++) {
      int i = Math.floorMod(s, STEPS);
      if (steps.requests[i] != 0 || steps.throttled[i] != 0) {
        found.add(
            new LoadStep(
                s,
                new RequestCharge(steps.hundredths[i]),
                steps.requests[i],
                steps.throttled[i],
                steps.peakPercent[i]));
      }
    }
    return found;
  }

  /** Number of the step that contains a time of the clock. */
  public static long stepAt(long nanos) {
    return Math.floorDiv(nanos, STEP_SECONDS * NANOS_PER_SECOND);
  }
}
