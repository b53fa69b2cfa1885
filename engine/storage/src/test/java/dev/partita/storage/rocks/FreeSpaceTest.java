package dev.partita.storage.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.ManualClock;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import dev.partita.storage.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreeSpaceTest {

  private static final int MEGABYTE = 1 << 20;

  private final ManualClock clock = new ManualClock(0);
  private final AtomicLong usable = new AtomicLong(1000L * MEGABYTE);
  private final AtomicInteger questions = new AtomicInteger();

  @Test
  void writesAreRefusedBelowTheReserveAndResumeAboveIt(@TempDir Path directory) {
    byte[] key = {1};
    StoreOptions options = StoreOptions.in(directory).withFreeSpaceReserveBytes(64 * MEGABYTE);
    try (Store store = RocksStore.open(options, this::ask, clock)) {
      store.write(new Batch().put(Family.ITEMS, key, new byte[] {1}));
      usable.set(63L * MEGABYTE);
      clock.advanceMillis(100);
      assertThatThrownBy(() -> store.write(new Batch().put(Family.ITEMS, key, new byte[] {2})))
          .isInstanceOfSatisfying(
              DatabaseException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_FULL);
                assertThat(e.context())
                    .containsEntry("freeBytes", 63L * MEGABYTE)
                    .containsEntry("reserveBytes", 64L * MEGABYTE);
              });
      assertThat(store.get(Family.ITEMS, key)).isEqualTo(new byte[] {1});

      usable.set(65L * MEGABYTE);
      clock.advanceMillis(100);
      store.write(new Batch().put(Family.ITEMS, key, new byte[] {3}));
      assertThat(store.get(Family.ITEMS, key)).isEqualTo(new byte[] {3});
    }
  }

  @Test
  void aBatchMayNotEatIntoTheReserve() {
    usable.set(10 * MEGABYTE);
    FreeSpace freeSpace = new FreeSpace(this::ask, clock, 9 * MEGABYTE);

    freeSpace.require(MEGABYTE);
    assertThatThrownBy(() -> freeSpace.require(MEGABYTE + 1)).isInstanceOf(DatabaseException.class);
  }

  @Test
  void theVolumeIsAskedAtMostEveryHundredMilliseconds() {
    FreeSpace freeSpace = new FreeSpace(this::ask, clock, 0);
    for (int i = 0; i < 100; i++) {
      freeSpace.require(1);
      clock.advanceMillis(1);
    }
    assertThat(questions).hasValue(1);

    freeSpace.require(1);
    assertThat(questions).hasValue(2);
  }

  @Test
  void theVolumeIsAskedAgainAfterManyBytes() {
    FreeSpace freeSpace = new FreeSpace(this::ask, clock, 0);
    for (int i = 0; i < 7; i++) {
      freeSpace.require(MEGABYTE);
    }
    assertThat(questions).hasValue(1);

    freeSpace.require(MEGABYTE);
    assertThat(questions).hasValue(2);
  }

  @Test
  void aVolumeThatDoesNotAnswerIsReported() {
    FreeSpace.Probe broken =
        () -> {
          throw new IOException("gone");
        };
    assertThatThrownBy(() -> new FreeSpace(broken, clock, 0))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
        .hasRootCauseMessage("gone");
  }

  private long ask() {
    questions.incrementAndGet();
    return usable.get();
  }
}
