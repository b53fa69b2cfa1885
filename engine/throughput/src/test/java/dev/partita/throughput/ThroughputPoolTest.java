package dev.partita.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.time.ManualClock;
import dev.partita.throughput.ThroughputSettings.Autoscale;
import dev.partita.throughput.ThroughputSettings.Manual;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ThroughputPoolTest {

  private static final long HOUR_MILLIS = 3_600_000;

  // A quarter past some hour.
  private final ManualClock clock = new ManualClock(1_000 * HOUR_MILLIS + HOUR_MILLIS / 4);

  @Test
  void dividesWithoutLosingAHundredth() {
    ThroughputPool pool = pool(new Manual(400), 3);
    assertThat(rates(pool)).containsExactly(13_334L, 13_333L, 13_333L);
  }

  @Test
  void dividesAgainWhenTheTotalChanges() {
    ThroughputPool pool = pool(new Manual(400), 2);
    pool.change(new Autoscale(5_000));
    assertThat(rates(pool)).containsExactly(250_000L, 250_000L);
    assertThat(pool.settings()).isEqualTo(new Autoscale(5_000));
  }

  @Test
  void aSplitTakesASlotMoreAndDisturbsNobody() {
    ThroughputPool pool = pool(new Manual(600), 2);
    SlotBinding first = pool.bind();
    SlotBinding second = pool.bind();
    Budget firstBudget = first.budget();
    Budget secondBudget = second.budget();
    pool.resize(3);
    SlotBinding third = pool.bind();
    assertThat(first.budget()).isSameAs(firstBudget);
    assertThat(second.budget()).isSameAs(secondBudget);
    assertThat(pool.budgets()).containsExactly(firstBudget, secondBudget, third.budget());
    assertThat(rates(pool)).containsOnly(20_000L);
  }

  @Test
  void aMergeTakesTheEmptySlotAway() {
    ThroughputPool pool = pool(new Manual(600), 3);
    SlotBinding first = pool.bind();
    SlotBinding second = pool.bind();
    SlotBinding third = pool.bind();
    second.close();
    second.close();
    pool.resize(2);
    assertThat(pool.budgets()).containsExactly(first.budget(), third.budget());
    assertThat(rates(pool)).containsOnly(30_000L);
  }

  @Test
  void partitionsOfADatabaseShareSlots() {
    ThroughputPool pool = pool(new Manual(400), 1);
    Budget seen = pool.bind().budget();
    pool.bind().budget().charge(RequestCharge.of(500));
    assertThat(seen.tryAdmit()).isPositive();
  }

  @Property
  void everyPartitionHasASlotAndSlotsAreEvenlyShared(
      @ForAll @Size(min = 1, max = 10) List<@IntRange(min = 1, max = 12) Integer> sizes,
      @ForAll @IntRange(max = 40) int partitions) {
    ThroughputPool pool = pool(new Manual(700), sizes.getFirst());
    List<SlotBinding> bindings = new ArrayList<>();
    for (int i = 0; i < partitions; i++) {
      bindings.add(pool.bind());
    }
    for (int size : sizes) {
      pool.resize(size);
      assertThat(rates(pool)).hasSize(size);
      assertThat(rates(pool).stream().mapToLong(Long::longValue).sum()).isEqualTo(70_000);
      Map<Budget, Long> used =
          bindings.stream()
              .map(SlotBinding::budget)
              .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
      assertThat(pool.budgets()).containsAll(used.keySet());
      Collection<Long> loads = pool.budgets().stream().map(b -> used.getOrDefault(b, 0L)).toList();
      long most = loads.stream().mapToLong(Long::longValue).max().orElseThrow();
      long least = loads.stream().mapToLong(Long::longValue).min().orElseThrow();
      assertThat(most - least).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void needsASlot() {
    assertThatThrownBy(() -> pool(new Manual(400), 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void manualThroughputIsBilledAsProvisioned() {
    ThroughputPool pool = pool(new Manual(700), 1);
    pool.bind().budget().charge(RequestCharge.of(100));
    assertThat(pool.billedRuPerSecond()).isEqualTo(700);
  }

  @Test
  void autoscaleIsBilledByTheBusiestSecondOfTheBusiestPartition() {
    ThroughputPool pool = pool(new Autoscale(4_000), 2);
    Budget one = pool.bind().budget();
    Budget other = pool.bind().budget();
    assertThat(pool.billedRuPerSecond()).isEqualTo(400);
    one.charge(RequestCharge.of(500));
    one.charge(RequestCharge.of(300));
    assertThat(pool.billedRuPerSecond()).isEqualTo(1_600);
    clock.advanceMillis(1_000);
    one.charge(RequestCharge.of(700));
    other.charge(new RequestCharge(100_001));
    assertThat(pool.billedRuPerSecond()).isEqualTo(2_001);
    other.charge(RequestCharge.of(50_000));
    assertThat(pool.billedRuPerSecond()).isEqualTo(4_000);
  }

  @Test
  void autoscaleAdmitsUpToItsMaximum() {
    ThroughputPool pool = pool(new Autoscale(4_000), 2);
    Budget budget = pool.bind().budget();
    budget.charge(RequestCharge.of(1_999));
    assertThat(budget.tryAdmit()).isZero();
    budget.charge(RequestCharge.of(1));
    assertThat(budget.tryAdmit()).isPositive();
  }

  @Test
  void everyHourOfTheDayStartsAgain() {
    ThroughputPool pool = pool(new Autoscale(4_000), 1);
    AutoscaleMeter meter = pool.meter();
    Budget budget = pool.bind().budget();
    budget.charge(RequestCharge.of(3_000));
    clock.advanceMillis(HOUR_MILLIS * 3 / 4 - 1);
    assertThat(meter.currentHourRuPerSecond()).isEqualTo(3_000);
    clock.advanceMillis(1);
    assertThat(meter.currentHourRuPerSecond()).isEqualTo(400);
    assertThat(meter.previousHourRuPerSecond()).isEqualTo(3_000);
    budget.charge(RequestCharge.of(1_000));
    clock.advanceMillis(HOUR_MILLIS);
    budget.charge(RequestCharge.of(2_000));
    assertThat(meter.previousHourRuPerSecond()).isEqualTo(1_000);
    assertThat(meter.currentHourRuPerSecond()).isEqualTo(2_000);
    clock.advanceMillis(2 * HOUR_MILLIS);
    assertThat(meter.previousHourRuPerSecond()).isEqualTo(400);
  }

  @Test
  void theLevelFollowsAChangedMaximum() {
    ThroughputPool pool = pool(new Autoscale(4_000), 1);
    pool.change(new Autoscale(20_000));
    assertThat(pool.billedRuPerSecond()).isEqualTo(2_000);
    pool.bind().budget().charge(RequestCharge.of(10_000));
    assertThat(pool.billedRuPerSecond()).isEqualTo(10_000);
  }

  private ThroughputPool pool(ThroughputSettings settings, int slots) {
    return new ThroughputPool(clock, ThroughputLimits.defaults(), settings, slots);
  }

  private static List<Long> rates(ThroughputPool pool) {
    return pool.budgets().stream().map(budget -> budget.rate().hundredths()).toList();
  }
}
