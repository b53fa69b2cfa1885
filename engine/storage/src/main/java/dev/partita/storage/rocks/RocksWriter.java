package dev.partita.storage.rocks;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The write path into RocksDB. Safe for use by any number of threads, inside counted calls.
 *
 * <p>RocksDB makes writers wait while it cannot keep up with moving data from memory to tables and
 * merging them. If it cannot because the disk is full, they would wait without end. So it is told
 * not to, and the waiting is done here, where it ends when the disk is full, the store closes, or
 * patience does.
 */
final class RocksWriter {

  private static final byte[] TRIAL_KEY = "trial".getBytes(StandardCharsets.US_ASCII);
  private static final long STALL_STEP_MILLIS = 1;
  private static final long STALL_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final RocksDB database;
  private final WriteOptions options;
  private final FreeSpace freeSpace;
  private final CompactionBackpressure backpressure;
  private final InFlightCalls calls;
  private final Clock clock;
  private final LongAdder refused = new LongAdder();

  /** Why RocksDB refused the last write; null if it did not. */
  private volatile @Nullable DatabaseException failure;

  /** The options stay the caller's to close. */
  RocksWriter(
      RocksDB database,
      WriteOptions options,
      FreeSpace freeSpace,
      CompactionBackpressure backpressure,
      InFlightCalls calls,
      Clock clock) {
    this.database = database;
    this.options = options.setNoSlowdown(true);
    this.freeSpace = freeSpace;
    this.backpressure = backpressure;
    this.calls = calls;
    this.clock = clock;
  }

  void write(Batch batch) {
    if (batch.isEmpty()) {
      return;
    }
    try {
      freeSpace.require(batch.sizeBytes());
      long dueNanos = backpressure.delayNanos(batch.sizeBytes());
      try (WriteBatch encoded = new WriteBatch(batch.encoded())) {
        if (dueNanos > 0 || !tryWrite(encoded)) {
          writeWhenPossible(encoded, batch.sizeBytes(), dueNanos);
        }
      }
    } catch (DatabaseException e) {
      refused.increment();
      throw e;
    }
  }

  /** How many batches were refused. */
  long refused() {
    return refused.sum();
  }

  /**
   * Why RocksDB takes no writes now, if it refused the last one; null otherwise. It may have
   * recovered since, which only another write tells, so one without effect is tried.
   */
  @Nullable DatabaseException failure() {
    if (failure != null) {
      Batch trial = new Batch().delete(Family.STATE, TRIAL_KEY);
      try (WriteBatch encoded = new WriteBatch(trial.encoded())) {
        var _ = tryWrite(encoded);
      } catch (DatabaseException e) {
        return e;
      }
    }
    return failure;
  }

  private void writeWhenPossible(WriteBatch encoded, int sizeBytes, long dueNanos) {
    long startNanos = clock.nanos();
    long waitedNanos = 0;
    do {
      if (waitedNanos > STALL_LIMIT_NANOS) {
        throw new DatabaseException(
                ErrorCode.UNAVAILABLE,
                "Writes arrive faster than the disk takes them; nothing was written. Try again"
                    + " later, or more slowly.")
            .with("waitedMillis", TimeUnit.NANOSECONDS.toMillis(waitedNanos));
      }
      clock.sleep(STALL_STEP_MILLIS);
      calls.requireOpen();
      freeSpace.require(sizeBytes);
      waitedNanos = clock.nanos() - startNanos;
    } while (waitedNanos < dueNanos || !tryWrite(encoded));
  }

  /** Whether the batch was written; if not, RocksDB wants it to wait. */
  private boolean tryWrite(WriteBatch encoded) {
    try {
      database.write(options, encoded);
      if (failure != null) {
        failure = null;
      }
      return true;
    } catch (RocksDBException e) {
      Status status = e.getStatus();
      if (status != null && status.getCode() == Status.Code.Incomplete) {
        return false;
      }
      DatabaseException translated = RocksErrors.translate(e);
      failure = translated;
      throw translated;
    }
  }
}
