package dev.partita.net.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.ManualClock;
import io.netty.channel.SelectStrategy;
import org.junit.jupiter.api.Test;

/** When an event loop sleeps, and when it looks whether something is ready. */
final class LookoutTest {

  private static final int LOOKED = 0;

  private final ManualClock clock = new ManualClock(0);
  private final SpinBeforeSelect lookout = new SpinBeforeSelect(clock);
  private int ready;

  @Test
  void looksOutForAMomentAndSleepsThen() throws Exception {
    assertThat(next()).isEqualTo(LOOKED);
    clock.advanceNanos(149_999);
    assertThat(next()).isEqualTo(LOOKED);
    clock.advanceNanos(1);
    assertThat(next()).isEqualTo(SelectStrategy.SELECT);
  }

  @Test
  void looksOutAnewAfterSomethingHasCome() throws Exception {
    next();
    clock.advanceNanos(149_999);
    ready = 2;
    assertThat(next()).isEqualTo(2);
    ready = 0;

    clock.advanceNanos(1_000_000);

    assertThat(next()).isEqualTo(LOOKED);
  }

  @Test
  void sleepsTheMoreOftenTheMoreOftenNothingCame() throws Exception {
    for (int sleeps : new int[] {1, 3, 7, 15, 31, 63, 127, 127}) {
      lookInVain();
      for (int i = 0; i < sleeps; i++) {
        assertThat(next()).isEqualTo(SelectStrategy.SELECT);
      }
    }
    ready = 1;
    assertThat(next()).isEqualTo(1);
    ready = 0;

    lookInVain();

    assertThat(next()).isEqualTo(SelectStrategy.SELECT);
    assertThat(next()).isEqualTo(LOOKED);
  }

  @Test
  void neverSleepsWhileThereAreTasks() throws Exception {
    lookInVain();

    assertThat(lookout.calculateStrategy(() -> 0, true)).isZero();
    assertThat(lookout.calculateStrategy(() -> 3, true)).isEqualTo(3);
    assertThat(next()).isEqualTo(SelectStrategy.SELECT);
  }

  private void lookInVain() throws Exception {
    assertThat(next()).isEqualTo(LOOKED);
    clock.advanceNanos(150_000);
    assertThat(next()).isEqualTo(SelectStrategy.SELECT);
  }

  private int next() throws Exception {
    return lookout.calculateStrategy(() -> ready, false);
  }
}
