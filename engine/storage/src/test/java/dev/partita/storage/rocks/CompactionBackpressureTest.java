package dev.partita.storage.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.ManualClock;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CompactionBackpressureTest {

  private static final int SLOW = 32;
  private static final int STOP = 48;
  private static final int MEGABYTE = 1 << 20;

  private final ManualClock clock = new ManualClock(0);
  private int files;
  private final CompactionBackpressure backpressure =
      new CompactionBackpressure(() -> files, SLOW, STOP, clock);

  @Test
  void nothingIsDelayedWhileCompactionKeepsUp() {
    for (files = 0; files <= SLOW; files++) {
      clock.advanceMillis(20);

      assertThat(backpressure.delayNanos(64 * MEGABYTE)).isZero();
    }
  }

  @Test
  void theMoreFilesTheLongerTheDelay() {
    long before = 0;
    for (files = SLOW + 1; files < STOP; files++) {
      clock.advanceMillis(60_000);
      long delay = backpressure.delayNanos(MEGABYTE);

      assertThat(delay).isGreaterThan(before);
      before = delay;
    }
    assertThat(before).isBetween(millis(500), millis(2000));
  }

  @Test
  void delaysOfBatchesAddUp() {
    files = (SLOW + STOP) / 2;

    assertThat(backpressure.delayNanos(MEGABYTE)).isEqualTo(millis(1000) / 16);
    assertThat(backpressure.delayNanos(MEGABYTE)).isEqualTo(millis(1000) / 8);
    clock.advanceNanos(millis(1000) / 8);
    assertThat(backpressure.delayNanos(MEGABYTE)).isEqualTo(millis(1000) / 16);
  }

  @Test
  void aLateBatchIsDelayedForItselfAlone() {
    files = (SLOW + STOP) / 2;
    backpressure.delayNanos(MEGABYTE);
    clock.advanceMillis(10_000);

    assertThat(backpressure.delayNanos(MEGABYTE)).isEqualTo(millis(1000) / 16);
  }

  @Test
  void beyondTheStopBatchesStillGetThrough() {
    files = 2 * STOP;

    assertThat(backpressure.delayNanos(1000)).isBetween(1L, millis(1000));
  }

  @Test
  void theDelayEndsWithTheBacklog() {
    files = STOP - 1;
    assertThat(backpressure.delayNanos(MEGABYTE)).isPositive();
    files = 0;
    clock.advanceMillis(20);

    assertThat(backpressure.delayNanos(MEGABYTE)).isZero();
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
