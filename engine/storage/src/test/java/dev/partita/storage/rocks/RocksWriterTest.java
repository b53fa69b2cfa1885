package dev.partita.storage.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.base.time.ManualClock;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** Writing while RocksDB's background work stands still, so that writers must wait. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RocksWriterTest {

  private static final FreeSpace.Probe UNLIMITED = () -> Long.MAX_VALUE;
  private static final byte[] VALUE = new byte[40_000];

  private final Options options =
      new Options().setCreateIfMissing(true).setWriteBufferSize(64 << 10);
  private final WriteOptions writeOptions = new WriteOptions();
  private final InFlightCalls calls = new InFlightCalls();
  private final ManualClock clock = new ManualClock(0);
  private final RocksDB database;
  private int unmergedFiles;
  private int written;

  RocksWriterTest(@TempDir Path directory) throws RocksDBException {
    database = RocksDB.open(options, directory.toString());
  }

  @BeforeEach
  void pause() throws RocksDBException {
    database.pauseBackgroundWork();
  }

  @AfterEach
  void close() {
    database.close();
    writeOptions.close();
    options.close();
  }

  @Test
  void aWriterThatWaitsTooLongGivesUp() throws RocksDBException {
    DatabaseException failure = writeUntilRefused(writer(UNLIMITED, clock));

    assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(failure.text()).startsWith("Writes arrive faster than the disk takes them");
    assertThat(clock.millis()).isBetween(30_000L, 31_000L);
    assertOnlyAcknowledgedIsVisible();
  }

  @Test
  void aWriterThatWaitsNoticesAFullDisk() throws RocksDBException {
    FreeSpace.Probe fullAfterASecond = () -> clock.millis() < 1000 ? Long.MAX_VALUE : 0;
    DatabaseException failure = writeUntilRefused(writer(fullAfterASecond, clock));

    assertThat(failure.code()).isEqualTo(ErrorCode.STORAGE_FULL);
    assertThat(clock.millis()).isBetween(1000L, 1100L);
    assertOnlyAcknowledgedIsVisible();
  }

  @Test
  void aWriterThatWaitsLeavesWhenTheStoreCloses() throws RocksDBException {
    Clock closing =
        new WaitHook() {
          @Override
          public void sleep(long millis) {
            calls.close();
          }
        };
    DatabaseException failure = writeUntilRefused(writer(UNLIMITED, closing));

    assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(failure.text()).isEqualTo("The store is closed.");
    assertOnlyAcknowledgedIsVisible();
  }

  @Test
  void aWriterThatWaitsGoesOnWhenRocksDbDoes() throws RocksDBException {
    WaitHook resuming =
        new WaitHook() {
          @Override
          public void sleep(long millis) {
            if (!waited) {
              resume();
            }
            super.sleep(millis);
          }
        };
    RocksWriter writer = writer(UNLIMITED, resuming);
    while (!resuming.waited) {
      write(writer);
    }

    assertOnlyAcknowledgedIsVisible();
  }

  @Test
  void aWriterWaitsForItsTurnWhileMergingLagsBehind() throws RocksDBException {
    RocksWriter writer = writer(UNLIMITED, clock);
    write(writer);
    assertThat(clock.millis()).isZero();

    unmergedFiles = 47;
    clock.advanceMillis(1000);
    write(writer);

    assertThat(clock.millis()).isBetween(1030L, 1050L);
    assertOnlyAcknowledgedIsVisible();
  }

  @Test
  void aWriterWhoseTurnIsTooFarGivesUp() throws RocksDBException {
    unmergedFiles = 1_000_000_000;
    DatabaseException failure = writeUntilRefused(writer(UNLIMITED, clock));

    assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(clock.millis()).isBetween(30_000L, 31_000L);
    assertThat(database.get(key(0))).isNull();
  }

  private RocksWriter writer(FreeSpace.Probe probe, Clock waitClock) {
    return new RocksWriter(
        database,
        writeOptions,
        new FreeSpace(probe, waitClock, 1),
        new CompactionBackpressure(() -> unmergedFiles, 32, 48, waitClock),
        calls,
        waitClock);
  }

  private DatabaseException writeUntilRefused(RocksWriter writer) {
    DatabaseException failure = null;
    while (failure == null) {
      failure = catchThrowableOfType(DatabaseException.class, () -> write(writer));
    }
    return failure;
  }

  private void write(RocksWriter writer) {
    writer.write(new Batch().put(Family.META, key(written), VALUE));
    written++;
  }

  private void assertOnlyAcknowledgedIsVisible() throws RocksDBException {
    assertThat(written).isPositive();
    assertThat(database.get(key(written - 1))).hasSize(VALUE.length);
    assertThat(database.get(key(written))).isNull();
  }

  private void resume() {
    try {
      database.continueBackgroundWork();
    } catch (RocksDBException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] key(int number) {
    return new KeyWriter().u32(number).toBytes();
  }

  /** The machine's clock, that tells whether somebody waited. */
  private static class WaitHook implements Clock {
    boolean waited;

    @Override
    public long millis() {
      return Clock.system().millis();
    }

    @Override
    public long nanos() {
      return Clock.system().nanos();
    }

    @Override
    public void sleep(long millis) {
      waited = true;
      Clock.system().sleep(millis);
    }
  }
}
