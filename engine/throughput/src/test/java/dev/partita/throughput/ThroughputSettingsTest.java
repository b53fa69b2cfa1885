package dev.partita.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.throughput.ThroughputSettings.Autoscale;
import dev.partita.throughput.ThroughputSettings.Manual;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThroughputSettingsTest {

  private static final long GB = 1L << 30;

  @ParameterizedTest
  @ValueSource(longs = {400, 500, 10_000, 1_000_000})
  void acceptsManualThroughput(long ruPerSecond) {
    assertThat(new Manual(ruPerSecond).ruPerSecond()).isEqualTo(ruPerSecond);
  }

  @ParameterizedTest
  @ValueSource(longs = {-400, 0, 300, 399, 401, 450, 1_000_100, Long.MAX_VALUE})
  void refusesOtherManualThroughput(long ruPerSecond) {
    DatabaseException refused =
        catchThrowableOfType(DatabaseException.class, () -> new Manual(ruPerSecond));
    assertThat(refused.code()).isEqualTo(ErrorCode.BAD_REQUEST);
    assertThat(refused.context())
        .containsEntry("ruPerSecond", ruPerSecond)
        .containsEntry("minimum", 400L)
        .containsEntry("maximum", 1_000_000L)
        .containsEntry("step", 100L);
  }

  @Test
  void autoscaleGoesInThousandsAndDownToATenth() {
    assertThat(new Autoscale(4_000).floorRuPerSecond()).isEqualTo(400);
    assertThat(new Autoscale(4_000).ruPerSecond()).isEqualTo(4_000);
    for (long wrong : new long[] {0, 900, 1_500, 1_001_000}) {
      DatabaseException refused =
          catchThrowableOfType(DatabaseException.class, () -> new Autoscale(wrong));
      assertThat(refused.code()).isEqualTo(ErrorCode.BAD_REQUEST);
      assertThat(refused.context()).containsEntry("minimum", 1_000L).containsEntry("step", 1_000L);
    }
  }

  @Test
  void aMinimumIsEnforced() {
    Manual settings = new Manual(500);
    assertThat(settings.requireAtLeast(500)).isSameAs(settings);
    DatabaseException refused =
        catchThrowableOfType(DatabaseException.class, () -> settings.requireAtLeast(600));
    assertThat(refused.code()).isEqualTo(ErrorCode.BAD_REQUEST);
    assertThat(refused.context())
        .containsEntry("ruPerSecond", 500L)
        .containsEntry("minimum", 600L)
        .containsEntry("step", 100L);
  }

  @ParameterizedTest
  @CsvSource({
    // stored GB, highest RU/s, manual minimum, autoscale minimum
    "0, 400, 400, 1000",
    "400, 400, 400, 4000",
    "401, 400, 500, 5000",
    "0, 40000, 400, 4000",
    "0, 45000, 500, 5000",
    "0, 1000000, 10000, 100000",
    "20000, 1000000, 20000, 200000",
  })
  void theMinimumOfAContainerFollowsStorageAndHistory(
      long storedGb, long highest, long manual, long autoscale) {
    assertThat(ThroughputMinimum.manualContainer(storedGb * GB, highest)).isEqualTo(manual);
    assertThat(ThroughputMinimum.autoscaleContainer(storedGb * GB, highest)).isEqualTo(autoscale);
  }

  @Test
  void aStartedGigabyteCounts() {
    assertThat(ThroughputMinimum.manualContainer(400 * GB + 1, 400)).isEqualTo(500);
  }

  @ParameterizedTest
  @CsvSource({"0, 400, 1000", "25, 400, 1000", "26, 500, 2000", "35, 1400, 11000"})
  void theMinimumOfADatabaseFollowsItsContainers(int containers, long manual, long autoscale) {
    assertThat(ThroughputMinimum.manualDatabase(0, 400, containers)).isEqualTo(manual);
    assertThat(ThroughputMinimum.autoscaleDatabase(0, 1_000, containers)).isEqualTo(autoscale);
  }

  @Test
  void theMinimumOfADatabaseAlsoFollowsStorageAndHistory() {
    assertThat(ThroughputMinimum.manualDatabase(2_000 * GB, 400, 26)).isEqualTo(2_000);
    assertThat(ThroughputMinimum.autoscaleDatabase(0, 100_000, 26)).isEqualTo(10_000);
  }

  @ParameterizedTest
  @CsvSource({
    "400, 1, 1",
    "6000, 1, 1",
    "6100, 2, 1",
    "10000, 2, 1",
    "10100, 2, 2",
    "18000, 3, 2",
    "1000000, 167, 100",
  })
  void partitionsFollowTheThroughput(long ruPerSecond, int atCreation, int required) {
    ThroughputLimits limits = ThroughputLimits.defaults();
    assertThat(limits.initialPartitions(new Manual(ruPerSecond))).isEqualTo(atCreation);
    assertThat(limits.requiredPartitions(ruPerSecond)).isEqualTo(required);
  }

  @Test
  void autoscaleStartsWithWhatItsMaximumNeeds() {
    ThroughputLimits limits = ThroughputLimits.defaults();
    assertThat(limits.initialPartitions(new Autoscale(10_000))).isEqualTo(1);
    assertThat(limits.initialPartitions(new Autoscale(11_000))).isEqualTo(2);
  }

  @Test
  void smallLimitsSplitSmallContainers() {
    ThroughputLimits limits = new ThroughputLimits(200, 100, false, 300, 3_000);
    assertThat(limits.initialPartitions(new Manual(400))).isEqualTo(4);
    assertThat(limits.requiredPartitions(1_000)).isEqualTo(5);
  }

  @Test
  void refusesLimitsThatMakeNoSense() {
    assertThatThrownBy(() -> new ThroughputLimits(100, 200, false, 300, 3_000))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ThroughputLimits(100, 0, false, 300, 3_000))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ThroughputLimits(100, 100, true, 0, 3_000))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ThroughputLimits(100, 100, true, 300, Long.MAX_VALUE))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
