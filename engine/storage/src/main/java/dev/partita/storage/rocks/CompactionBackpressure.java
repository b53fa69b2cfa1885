package dev.partita.storage.rocks;

import dev.partita.base.time.Clock;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * The delay of batches while compaction lags behind writes. The more files there are in level 0,
 * the lower the rate at which batches are let through, so that level 0 seldom reaches the size at
 * which RocksDB stops writes altogether until it has compacted them. Safe for use by any number of
 * threads.
 */
final class CompactionBackpressure {

  /** The rate halfway between the number of files that slows writes and the one that stops them. */
  private static final long BYTES_PER_SECOND_HALFWAY = 16L << 20;

  private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final IntSupplier level0Files;
  private final int slowFiles;
  private final int stopFiles;
  private final Clock clock;
  private long checkedNanos;
  private long bytesPerSecond = Long.MAX_VALUE;
  private long freeNanos;

  /**
   * @param level0Files the number of files in level 0, which takes a few microseconds to ask for
   * @param slowFiles up to so many, batches are not delayed
   * @param stopFiles with so many, RocksDB takes no writes
   */
  CompactionBackpressure(IntSupplier level0Files, int slowFiles, int stopFiles, Clock clock) {
    this.level0Files = level0Files;
    this.slowFiles = slowFiles;
    this.stopFiles = stopFiles;
    this.clock = clock;
    this.checkedNanos = clock.nanos() - CHECK_NANOS;
  }

  /** How long a batch has to wait, after the ones before it; called once for each batch. */
  synchronized long delayNanos(int batchBytes) {
    long now = clock.nanos();
    if (now - checkedNanos >= CHECK_NANOS) {
      check(now);
    }
    if (bytesPerSecond == Long.MAX_VALUE) {
      return 0;
    }
    long nanos = TimeUnit.SECONDS.toNanos(batchBytes) / bytesPerSecond;
    freeNanos = Math.max(freeNanos, now) + nanos;
    return freeNanos - now;
  }

  private void check(long now) {
    checkedNanos = now;
    int files = level0Files.getAsInt();
    if (files <= slowFiles) {
      bytesPerSecond = Long.MAX_VALUE;
      freeNanos = now;
    } else {
      int left = Math.max(1, stopFiles - files);
      bytesPerSecond = Math.max(1, BYTES_PER_SECOND_HALFWAY * left / (files - slowFiles));
    }
  }
}
