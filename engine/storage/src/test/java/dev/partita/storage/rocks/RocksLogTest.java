package dev.partita.storage.rocks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.ManualClock;
import dev.partita.storage.StoreHealth;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RocksLogTest {

  private static final byte[] KEY = "key".getBytes(UTF_8);
  private static final byte[] FIRST = "first".getBytes(UTF_8);
  private static final byte[] SECOND = "second".getBytes(UTF_8);

  static {
    RocksLibrary.load();
  }

  @TempDir private Path directory = Path.of("");
  private final ManualClock clock = new ManualClock(0);
  private final Semaphore mayEnd = new Semaphore(0);
  private final CountDownLatch begun = new CountDownLatch(1);
  private @Nullable Options options;
  private @Nullable RocksDB database;

  @BeforeEach
  void open() throws RocksDBException {
    options = new Options().setCreateIfMissing(true);
    database = RocksDB.open(options, directory.toString());
  }

  @AfterEach
  void close() {
    database().close();
    Objects.requireNonNull(options).close();
  }

  @Test
  void whatIsNotSyncedIsNotVisible() throws Exception {
    RocksLog log = new RocksLog(database(), this::syncWhenTold, clock);
    database().put(KEY, FIRST);
    CompletableFuture<@Nullable Void> durable = log.durable();
    begun.await();
    // Written while the log is synced: it is for the next sync to make it durable.
    database().put(KEY, SECOND);
    CompletableFuture<@Nullable Void> later = log.durable();
    assertThat(visible(log)).isNull();
    assertThat(durable).isNotDone();

    mayEnd.release();
    durable.join();
    assertThat(visible(log)).isEqualTo(FIRST);
    assertThat(later).isNotDone();

    mayEnd.release();
    later.join();
    assertThat(visible(log)).isEqualTo(SECOND);
    assertThat(log.syncs()).isEqualTo(2);
    log.close();
  }

  @Test
  void aMomentInUseStays() throws Exception {
    RocksLog log = new RocksLog(database(), database()::syncWal, clock);
    database().put(KEY, FIRST);
    log.durable().join();
    SharedSnapshot before = log.visible();
    database().put(KEY, SECOND);
    log.durable().join();

    assertThat(database().get(before.options(), KEY)).isEqualTo(FIRST);
    assertThat(visible(log)).isEqualTo(SECOND);
    before.release();
    assertThat(before.tryUse()).isFalse();
    log.close();
  }

  @Test
  void nothingIsDurableAfterASyncThatFailed() throws Exception {
    RocksLog log =
        new RocksLog(
            database(),
            () -> {
              throw new RocksDBException(
                  "no disk", new Status(Status.Code.IOError, Status.SubCode.None, "no disk"));
            },
            clock);
    log.requireSound();
    assertThat(log.failure()).isNull();
    database().put(KEY, FIRST);

    assertThatThrownBy(() -> log.durable().join())
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(DatabaseException.class, RocksLogTest::assertBroken);
    assertThatThrownBy(log::requireSound)
        .isInstanceOfSatisfying(DatabaseException.class, RocksLogTest::assertBroken);
    assertThat(log.durable()).failsWithin(Duration.ofSeconds(10));
    assertThat(log.failure()).satisfies(RocksLogTest::assertBroken);
    assertThat(visible(log)).isNull();
    log.close();
  }

  @Test
  void nobodyWaitsForASyncThatCannotEvenBegin() throws Exception {
    RocksLog log =
        new RocksLog(
            database(),
            () -> {
              throw new IllegalStateException("no memory");
            },
            clock);
    database().put(KEY, FIRST);

    assertThat(log.durable()).failsWithin(Duration.ofSeconds(10));
    assertThatThrownBy(log::requireSound)
        .isInstanceOfSatisfying(DatabaseException.class, RocksLogTest::assertBroken);
    assertThat(visible(log)).isNull();
    log.close();
  }

  @Test
  void closingSyncsWhatIsLeft() throws Exception {
    RocksLog log = new RocksLog(database(), this::syncWhenTold, clock);
    CompletableFuture<@Nullable Void> durable = log.durable();
    begun.await();
    CompletableFuture<@Nullable Void> later = log.durable();
    mayEnd.release(2);
    log.close();
    assertThat(durable).isCompleted();
    assertThat(later).isCompleted();
  }

  @Test
  void slowSyncsAreCounted() {
    RocksLog log =
        new RocksLog(
            database(),
            () -> {
              clock.advanceNanos(StoreHealth.SLOW_SYNC_NANOS / 2);
              database().syncWal();
            },
            clock);
    log.durable().join();
    assertThat(log.slowSyncs()).isZero();
    assertThat(log.syncNanos()).isEqualTo(StoreHealth.SLOW_SYNC_NANOS / 2);
    log.close();

    log = new RocksLog(database(), () -> clock.advanceNanos(StoreHealth.SLOW_SYNC_NANOS), clock);
    log.durable().join();
    assertThat(log.slowSyncs()).isEqualTo(1);
    log.close();
  }

  private void syncWhenTold() throws RocksDBException {
    begun.countDown();
    mayEnd.acquireUninterruptibly();
    database().syncWal();
  }

  private byte @Nullable [] visible(RocksLog log) throws RocksDBException {
    SharedSnapshot moment = log.visible();
    try {
      return database().get(moment.options(), KEY);
    } finally {
      moment.release();
    }
  }

  private static void assertBroken(DatabaseException failure) {
    assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(failure)
        .hasMessageContaining("could not be synced")
        .hasCauseInstanceOf(Exception.class);
  }

  private RocksDB database() {
    return Objects.requireNonNull(database);
  }
}
