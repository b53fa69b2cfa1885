package dev.partita.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.ManualClock;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RocksPaceTest {

  private static final int SLOW = 32;
  private static final int STOP = 48;
  private static final int MEGABYTE = 1 << 20;

  private final ManualClock clock = new ManualClock(0);
  private int files;
  private final RocksPace pace = new RocksPace(() -> files, SLOW, STOP, clock);

  @Test
  void nobodyWaitsWhileMergingKeepsUp() {
    for (files = 0; files <= SLOW; files++) {
      clock.advanceMillis(20);

      assertThat(pace.waitNanos(64 * MEGABYTE)).isZero();
    }
  }

  @Test
  void theMoreFilesTheLongerTheWait() {
    long before = 0;
    for (files = SLOW + 1; files < STOP; files++) {
      clock.advanceMillis(60_000);
      long wait = pace.waitNanos(MEGABYTE);

      assertThat(wait).isGreaterThan(before);
      before = wait;
    }
    assertThat(before).isBetween(millis(500), millis(2000));
  }

  @Test
  void batchesTakeTurns() {
    files = (SLOW + STOP) / 2;

    assertThat(pace.waitNanos(MEGABYTE)).isEqualTo(millis(1000) / 16);
    assertThat(pace.waitNanos(MEGABYTE)).isEqualTo(millis(1000) / 8);
    clock.advanceNanos(millis(1000) / 8);
    assertThat(pace.waitNanos(MEGABYTE)).isEqualTo(millis(1000) / 16);
  }

  @Test
  void whoComesSeldomPaysForItselfAlone() {
    files = (SLOW + STOP) / 2;
    pace.waitNanos(MEGABYTE);
    clock.advanceMillis(10_000);

    assertThat(pace.waitNanos(MEGABYTE)).isEqualTo(millis(1000) / 16);
  }

  @Test
  void beyondTheStopThereIsAPaceToo() {
    files = 2 * STOP;

    assertThat(pace.waitNanos(1000)).isBetween(1L, millis(1000));
  }

  @Test
  void whatIsMergedIsNoticed() {
    files = STOP - 1;
    assertThat(pace.waitNanos(MEGABYTE)).isPositive();
    files = 0;
    clock.advanceMillis(20);

    assertThat(pace.waitNanos(MEGABYTE)).isZero();
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
