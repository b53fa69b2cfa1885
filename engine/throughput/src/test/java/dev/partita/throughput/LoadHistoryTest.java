package dev.partita.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.ManualClock;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class LoadHistoryTest {

  private final ManualClock clock = new ManualClock(0);
  private final Admission admission = admission(clock);

  private static Admission admission(ManualClock clock) {
    ThroughputPool pool =
        new ThroughputPool(
            clock, ThroughputLimits.defaults(), new ThroughputSettings.Manual(400), 1);
    return new Admission("0", clock, pool.bind()::budget, new HotKeys(clock));
  }

  @Test
  void nothingIsKnownOfAPartitionThatDidNothing() {
    clock.advanceMillis(100_000);
    assertThat(admission.recentSteps()).isEmpty();
    assertThat(admission.load())
        .isEqualTo(new Load(RequestCharge.ZERO, 0, 0, RequestCharge.ZERO, 0, 0, 0, 0));
  }

  @Test
  void theLastSecondIsTheOneThatIsComplete() {
    admission.charge(RequestCharge.of(100));
    assertThat(admission.load().lastSecond()).isEqualTo(RequestCharge.ZERO);
    clock.advanceMillis(1_000);
    assertThat(admission.load().lastSecond()).isEqualTo(RequestCharge.of(100));
    assertThat(admission.load().normalisedPercent()).isEqualTo(25.0);
    clock.advanceMillis(1_000);
    assertThat(admission.load().lastSecond()).isEqualTo(RequestCharge.ZERO);
    assertThat(admission.load().normalisedPercent()).isZero();
    assertThat(admission.load().consumed()).isEqualTo(RequestCharge.of(100));
  }

  @Test
  void aStepHasItsSumAndItsBusiestSecond() {
    admission.charge(RequestCharge.of(100));
    clock.advanceMillis(1_000);
    admission.charge(RequestCharge.of(300));
    clock.advanceMillis(1_000);
    admission.charge(RequestCharge.of(40));
    clock.advanceMillis(10_000);
    List<LoadStep> steps = admission.recentSteps();
    assertThat(steps).hasSize(1);
    assertThat(steps.getFirst())
        .isEqualTo(new LoadStep(LoadHistory.stepAt(0), RequestCharge.of(440), 3, 0, 75.0));
  }

  @Test
  void refusalsAreCountedWhereTheyHappen() {
    admission.charge(RequestCharge.of(4_000));
    clock.advanceMillis(5_000);
    assertThat(catchThrowableOfType(DatabaseException.class, admission::admit)).isNotNull();
    clock.advanceMillis(1_000);
    assertThat(admission.recentSteps()).extracting(LoadStep::throttled).containsExactly(0L, 1L);
    assertThat(admission.load().minuteThrottled()).isEqualTo(1);
  }

  @Test
  void theMinuteForgetsWhatIsOlder() {
    admission.charge(RequestCharge.of(60));
    clock.advanceMillis(59_000);
    assertThat(admission.load().minuteRequests()).isEqualTo(1);
    assertThat(admission.load().minuteRuPerSecond()).isBetween(1.0, 1.1);
    clock.advanceMillis(10_000);
    assertThat(admission.load().minuteRequests()).isZero();
    assertThat(admission.recentSteps()).hasSize(1);
    clock.advanceMillis(12 * 60_000);
    assertThat(admission.recentSteps()).isEmpty();
  }

  /** For all sequences: no charge is lost or counted twice, and each is in its own step. */
  @Property
  void stepsAddUp(
      @ForAll @Size(max = 60) List<@IntRange(max = 9_000) Integer> pauses,
      @ForAll @IntRange(min = 1, max = 50) int charge) {
    ManualClock time = new ManualClock(0);
    Admission used = admission(time);
    int[] expected = new int[LoadHistory.STEPS];
    for (int pause : pauses) {
      time.advanceMillis(pause);
      used.charge(RequestCharge.of(charge));
      expected[(int) LoadHistory.stepAt(time.nanos())] += charge;
    }
    time.advanceMillis(1_000);
    int[] found = new int[LoadHistory.STEPS];
    for (LoadStep step : used.recentSteps()) {
      found[(int) step.number()] = (int) step.charge().requestUnits();
    }
    assertThat(found).isEqualTo(expected);
  }
}
