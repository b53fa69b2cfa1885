package dev.partita.storage;

import dev.partita.base.time.Clock;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * How long batches should wait because merging lags behind what is written. The more files lie
 * unmerged, the slower batches may come, so that the files seldom become as many as make RocksDB
 * stop writes altogether until they are merged, which takes long. Safe for use by any number of
 * threads.
 */
final class RocksPace {

  /** Halfway between the number of files that slows writes down and the one that stops them. */
  private static final long BYTES_PER_SECOND_HALFWAY = 16L << 20;

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final IntSupplier unmergedFiles;
  private final int slowFiles;
  private final int stopFiles;
  private final Clock clock;
  private long lookedNanos;
  private long bytesPerSecond = Long.MAX_VALUE;
  private long freeNanos;

  /**
   * @param unmergedFiles asks for their number, which takes a few microseconds
   * @param slowFiles up to so many, nobody waits
   * @param stopFiles with so many, RocksDB takes no writes
   */
  RocksPace(IntSupplier unmergedFiles, int slowFiles, int stopFiles, Clock clock) {
    this.unmergedFiles = unmergedFiles;
    this.slowFiles = slowFiles;
    this.stopFiles = stopFiles;
    this.clock = clock;
    this.lookedNanos = clock.nanos() - LOOK_NANOS;
  }

  /** Gives a batch its turn, after those that have asked before; called once for each. */
  synchronized long waitNanos(int batchBytes) {
    long now = clock.nanos();
    if (now - lookedNanos >= LOOK_NANOS) {
      look(now);
    }
    if (bytesPerSecond == Long.MAX_VALUE) {
      return 0;
    }
    long nanos = TimeUnit.SECONDS.toNanos(batchBytes) / bytesPerSecond;
    freeNanos = Math.max(freeNanos, now) + nanos;
    return freeNanos - now;
  }

  private void look(long now) {
    lookedNanos = now;
    int files = unmergedFiles.getAsInt();
    if (files <= slowFiles) {
      bytesPerSecond = Long.MAX_VALUE;
      freeNanos = now;
    } else {
      int left = Math.max(1, stopFiles - files);
      bytesPerSecond = Math.max(1, BYTES_PER_SECOND_HALFWAY * left / (files - slowFiles));
    }
  }
}
