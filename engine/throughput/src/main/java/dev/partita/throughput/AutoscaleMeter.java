package dev.partita.throughput;

import dev.partita.base.time.Clock;

/**
 * The level that autoscale throughput reached in each hour: the highest share of its budget that
 * any partition used in any one second, applied to the maximum. Admission does not wait for it,
 * since budgets always have their share of the maximum; the level is what was used and what the
 * service would bill. Safe for any number of threads; budgets report to it on every charge, which
 * is two volatile reads unless the level rises.
 */
public final class AutoscaleMeter {

  private static final long HOUR_MILLIS = 3_600_000L;
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long HOUR_NANOS = HOUR_MILLIS * NANOS_PER_MILLI;

  private final Clock clock;
  // A full hour of the wall clock, so that hours here are those of the day.
  private final long originNanos;

  private volatile long maxRuPerSecond;
  // Written under the lock; the peak is reset before the hour is moved, and read after it.
  private volatile long hour;
  private volatile long peakRuPerSecond;
  private long previousPeakRuPerSecond;

  public AutoscaleMeter(Clock clock, long maxRuPerSecond) {
    this.clock = clock;
    this.maxRuPerSecond = maxRuPerSecond;
    long nanos = clock.nanos();
    originNanos = nanos - Math.floorMod(clock.millis(), HOUR_MILLIS) * NANOS_PER_MILLI;
  }

  /** Changes the maximum. The level reached so far in this hour stays. */
  public void changeMaximum(long ruPerSecond) {
    maxRuPerSecond = ruPerSecond;
  }

  /** Level of the current hour, in RU/s. */
  public synchronized long currentHourRuPerSecond() {
    advanceTo(hourOf(clock.nanos()));
    return atLeastFloor(peakRuPerSecond);
  }

  /** Level of the previous hour, in RU/s. */
  public synchronized long previousHourRuPerSecond() {
    advanceTo(hourOf(clock.nanos()));
    return atLeastFloor(previousPeakRuPerSecond);
  }

  /** Records the consumption of a partition with this rate in the current second. */
  void observe(long nanos, long consumedHundredths, long rateHundredths) {
    long observedHour = hourOf(nanos);
    long used = Math.min(consumedHundredths, rateHundredths);
    long level = Math.ceilDiv(used * maxRuPerSecond, rateHundredths);
    if (observedHour <= hour && level <= peakRuPerSecond) {
      return;
    }
    synchronized (this) {
      advanceTo(observedHour);
      peakRuPerSecond = Math.max(peakRuPerSecond, level);
    }
  }

  private void advanceTo(long newHour) {
    if (newHour <= hour) {
      return;
    }
    previousPeakRuPerSecond = newHour == hour + 1 ? peakRuPerSecond : 0;
    peakRuPerSecond = 0;
    hour = newHour;
  }

  private long atLeastFloor(long ruPerSecond) {
    return Math.max(ruPerSecond, maxRuPerSecond / 10);
  }

  private long hourOf(long nanos) {
    return (nanos - originNanos) / HOUR_NANOS;
  }
}
