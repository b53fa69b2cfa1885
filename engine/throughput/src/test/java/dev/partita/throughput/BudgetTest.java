package dev.partita.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.time.ManualClock;
import org.junit.jupiter.api.Test;

class BudgetTest {

  private final ManualClock clock = new ManualClock(0);

  @Test
  void admitsUntilTheBalanceIsGoneAndThenTellsTheWait() {
    Budget budget = budget(400);
    assertThat(budget.tryAdmit()).isZero();
    budget.charge(RequestCharge.of(400));
    // 0 is not above zero; the first nanosecond makes it so, and a millisecond is the least wait.
    assertThat(budget.tryAdmit()).isEqualTo(1);
    clock.advanceMillis(1);
    assertThat(budget.tryAdmit()).isZero();
  }

  @Test
  void aRequestMayOverdrawAndTheDebtIsPaidOffFirst() {
    Budget budget = budget(400);
    budget.charge(RequestCharge.of(600));
    assertThat(budget.usage().balanceHundredths()).isEqualTo(-20_000);
    // At exactly 500 ms the balance is 0.
    assertThat(budget.tryAdmit()).isEqualTo(501);
    clock.advanceMillis(500);
    assertThat(budget.tryAdmit()).isEqualTo(1);
    clock.advanceMillis(1);
    assertThat(budget.tryAdmit()).isZero();
  }

  @Test
  void lowPriorityLeavesTheLastFifthToOthers() {
    Budget budget = budget(400);
    assertThat(Priority.low(budget::tryAdmit)).isZero();
    budget.charge(RequestCharge.of(320));
    assertThat(Priority.low(budget::tryAdmit)).isEqualTo(1);
    assertThat(budget.tryAdmit()).isZero();
    budget.charge(RequestCharge.of(80));
    assertThat(Priority.low(budget::tryAdmit)).isEqualTo(201);
    clock.advanceMillis(201);
    assertThat(Priority.low(budget::tryAdmit)).isZero();
  }

  @Test
  void theBalanceIsOneSecondsWorthAtMost() {
    Budget budget = budget(400);
    budget.charge(RequestCharge.of(100));
    clock.advanceMillis(3_600_000);
    assertThat(budget.usage().balanceHundredths()).isEqualTo(40_000);
    assertThat(budget.usage().banked()).isEqualTo(RequestCharge.ZERO);
  }

  @Test
  void idleThroughputIsBankedForBursts() {
    Budget budget = bursting(400);
    clock.advanceMillis(10_000);
    assertThat(budget.usage().banked()).isEqualTo(RequestCharge.of(4_000));
    clock.advanceMillis(3_600_000);
    assertThat(budget.usage().banked()).isEqualTo(RequestCharge.of(300 * 400));
  }

  @Test
  void theBankIsSpentAtTheBurstRate() {
    Budget budget = bursting(400);
    clock.advanceMillis(10_000);
    // 400 in the balance, 4000 in the bank; the balance recovers by 3000 a second.
    budget.charge(RequestCharge.of(400 + 1_500));
    assertThat(budget.tryAdmit()).isEqualTo(501);
    clock.advanceMillis(500);
    assertThat(budget.usage().balanceHundredths()).isZero();
    assertThat(budget.usage().banked()).isEqualTo(RequestCharge.of(4_000 - 1_300));
  }

  @Test
  void afterTheBankTheDebtIsPaidOffAtTheRate() {
    Budget budget = bursting(400);
    clock.advanceMillis(10_000);
    budget.charge(RequestCharge.of(400 + 4_000 + 800));
    assertThat(budget.tryAdmit()).isEqualTo(2_001);
  }

  @Test
  void partitionsThatHaveTheBurstRateThemselvesBankNothing() {
    Budget budget = bursting(3_000);
    clock.advanceMillis(10_000);
    assertThat(budget.usage().banked()).isEqualTo(RequestCharge.ZERO);
  }

  @Test
  void theRateChangesOnline() {
    Budget budget = budget(400);
    budget.charge(RequestCharge.of(800));
    budget.changeRate(RequestCharge.of(1_000));
    assertThat(budget.rate()).isEqualTo(RequestCharge.of(1_000));
    assertThat(budget.tryAdmit()).isEqualTo(401);
    clock.advanceMillis(10_000);
    budget.changeRate(RequestCharge.of(400));
    assertThat(budget.usage().balanceHundredths()).isEqualTo(40_000);
  }

  @Test
  void timeBeforeAChangeOfTheRateCountsAtTheOldRate() {
    Budget budget = budget(400);
    budget.charge(RequestCharge.of(1_400));
    clock.advanceMillis(1_000);
    budget.changeRate(RequestCharge.of(1_000));
    assertThat(budget.usage().balanceHundredths()).isEqualTo(-60_000);
  }

  @Test
  void raisingTheRateBeyondTheBurstRateGivesTheBankUp() {
    Budget budget = bursting(400);
    clock.advanceMillis(10_000);
    budget.changeRate(RequestCharge.of(5_000));
    assertThat(budget.usage().banked()).isEqualTo(RequestCharge.ZERO);
  }

  @Test
  void aChargeBeyondAllMeasureDoesNotOverflow() {
    Budget budget = budget(400);
    budget.charge(new RequestCharge(Long.MAX_VALUE / 2));
    budget.charge(new RequestCharge(Long.MAX_VALUE / 4));
    assertThat(budget.tryAdmit()).isGreaterThan(1_000_000);
    clock.advanceMillis(budget.tryAdmit());
    assertThat(budget.tryAdmit()).isZero();
  }

  @Test
  void anUnlimitedBudgetAdmitsEverythingAndStillCounts() {
    Budget budget = Budget.unlimited(clock);
    budget.charge(RequestCharge.of(1_000_000_000));
    assertThat(budget.isUnlimited()).isTrue();
    assertThat(budget.tryAdmit()).isZero();
    assertThat(budget.usage().consumed()).isEqualTo(RequestCharge.of(1_000_000_000));
    assertThat(budget.usage().normalisedPercent()).isZero();
    assertThatThrownBy(() -> budget.changeRate(RequestCharge.of(1)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void refusesRatesThatMakeNoSense() {
    assertThatThrownBy(() -> budget(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> budget(10_000_001)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void keepsConsumptionBySecond() {
    Budget budget = budget(400);
    assertThat(budget.recentSeconds()).isEmpty();
    budget.charge(RequestCharge.of(100));
    budget.charge(RequestCharge.of(20));
    clock.advanceMillis(1_000);
    budget.charge(RequestCharge.of(7));
    BudgetUsage usage = budget.usage();
    assertThat(usage.currentSecond()).isEqualTo(RequestCharge.of(7));
    assertThat(usage.previousSecond()).isEqualTo(RequestCharge.of(120));
    assertThat(usage.normalisedPercent()).isEqualTo(30.0);
    assertThat(usage.consumed()).isEqualTo(RequestCharge.of(127));
    clock.advanceMillis(2_000);
    assertThat(budget.usage().previousSecond()).isEqualTo(RequestCharge.ZERO);
    assertThat(budget.recentSeconds())
        .hasSize(59)
        .endsWith(RequestCharge.of(120), RequestCharge.of(7), RequestCharge.ZERO);
  }

  @Test
  void forgetsSecondsThatAreLongPast() {
    Budget budget = budget(400);
    budget.charge(RequestCharge.of(100));
    clock.advanceMillis(59_000);
    assertThat(budget.recentSeconds()).startsWith(RequestCharge.of(100));
    clock.advanceMillis(1_000);
    budget.charge(RequestCharge.of(5));
    assertThat(budget.recentSeconds()).containsOnly(RequestCharge.ZERO);
    clock.advanceMillis(3_600_000);
    assertThat(budget.recentSeconds()).containsOnly(RequestCharge.ZERO);
    assertThat(budget.usage().currentSecond()).isEqualTo(RequestCharge.ZERO);
  }

  @Test
  void countsRefusals() {
    Budget budget = budget(400);
    budget.charge(RequestCharge.of(500));
    budget.tryAdmit();
    budget.tryAdmit();
    assertThat(budget.usage().throttled()).isEqualTo(2);
  }

  @Test
  void normalisedConsumptionStopsAtHundredPercent() {
    Budget budget = budget(400);
    budget.charge(RequestCharge.of(4_000));
    clock.advanceMillis(1_000);
    assertThat(budget.usage().normalisedPercent()).isEqualTo(100.0);
  }

  private Budget budget(long ruPerSecond) {
    return new Budget(clock, RequestCharge.of(ruPerSecond), ThroughputLimits.defaults());
  }

  private Budget bursting(long ruPerSecond) {
    return new Budget(
        clock, RequestCharge.of(ruPerSecond), ThroughputLimits.defaults().withBurst(true));
  }
}
