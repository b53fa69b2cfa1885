package dev.partita.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class BudgetLawsTest {

  private static final long UNITS_PER_HUNDREDTH = 1_000_000_000L;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** A wait, then a request of this cost. */
  record Step(long nanos, long hundredths) {}

  record Admitted(long nanos, long hundredths) {}

  @Property(tries = 300)
  void neverAdmitsMoreThanWasProvisioned(
      @ForAll @LongRange(min = 1, max = 500_000) long rate,
      @ForAll boolean burst,
      @ForAll("steps") @Size(max = 60) List<Step> steps) {
    ManualClock clock = new ManualClock(0);
    ThroughputLimits limits = ThroughputLimits.defaults().withBurst(burst);
    Budget budget = new Budget(clock, new RequestCharge(rate), limits);
    List<Admitted> admitted = new ArrayList<>();
    for (Step step : steps) {
      clock.advanceNanos(step.nanos());
      if (budget.tryAdmit() == 0) {
        budget.charge(new RequestCharge(step.hundredths()));
        admitted.add(new Admitted(clock.nanos(), step.hundredths()));
      }
    }
    boolean bursts = burst && rate < 100 * limits.burstRuPerSecond();
    long capacity = rate * NANOS_PER_SECOND;
    long bank = bursts ? limits.burstSeconds() * capacity : 0;
    long ceiling = bursts ? 100 * limits.burstRuPerSecond() : rate;
    for (int from = 0; from < admitted.size(); from++) {
      long spent = 0;
      for (int to = from; to < admitted.size(); to++) {
        // When the last one was admitted, the charges before it were still covered.
        long nanos = admitted.get(to).nanos() - admitted.get(from).nanos();
        assertThat(spent).isLessThan(capacity + bank + rate * nanos);
        assertThat(spent).isLessThan(capacity + ceiling * nanos);
        spent += admitted.get(to).hundredths() * UNITS_PER_HUNDREDTH;
      }
    }
    // The bank only holds what was saved: over the whole run the rate is the limit.
    long beforeLast = admitted.stream().mapToLong(Admitted::hundredths).sum();
    if (!admitted.isEmpty()) {
      beforeLast -= admitted.getLast().hundredths();
      assertThat(beforeLast * UNITS_PER_HUNDREDTH)
          .isLessThan(capacity + rate * admitted.getLast().nanos());
    }
  }

  @Property
  void theWaitIsExact(
      @ForAll @LongRange(min = 1, max = 1_000_000) long rate,
      @ForAll boolean burst,
      @ForAll @LongRange(min = 0, max = 400_000_000_000L) long idleNanos,
      @ForAll @LongRange(min = 0, max = 100_000_000) long overdraftHundredths) {
    ManualClock clock = new ManualClock(0);
    ThroughputLimits limits = ThroughputLimits.defaults().withBurst(burst);
    Budget budget = new Budget(clock, new RequestCharge(rate), limits);
    clock.advanceNanos(idleNanos);
    budget.charge(new RequestCharge(rate + overdraftHundredths));
    long wait = budget.tryAdmit();
    assertThat(wait).isPositive();
    clock.advanceMillis(wait - 1);
    assertThat(budget.tryAdmit()).isEqualTo(1);
    clock.advanceMillis(1);
    assertThat(budget.tryAdmit()).isZero();
  }

  @Property
  void lookingDoesNotChangeAnything(
      @ForAll @LongRange(min = 1, max = 500_000) long rate,
      @ForAll boolean burst,
      @ForAll("steps") @Size(max = 40) List<Step> steps) {
    ManualClock clock = new ManualClock(0);
    ThroughputLimits limits = ThroughputLimits.defaults().withBurst(burst);
    Budget watched = new Budget(clock, new RequestCharge(rate), limits);
    Budget unwatched = new Budget(clock, new RequestCharge(rate), limits);
    for (int i = 0; i < steps.size(); i++) {
      clock.advanceNanos(steps.get(i).nanos() / 3);
      watched.usage();
      clock.advanceNanos(steps.get(i).nanos() - steps.get(i).nanos() / 3);
      watched.usage();
      if (i % 3 == 0) {
        RequestCharge charge = new RequestCharge(steps.get(i).hundredths());
        watched.charge(charge);
        unwatched.charge(charge);
      }
    }
    assertThat(unwatched.usage()).isEqualTo(watched.usage());
    assertThat(unwatched.tryAdmit()).isEqualTo(watched.tryAdmit());
  }

  @Test
  void nothingIsLostBetweenThreads() throws InterruptedException {
    int threads = 4;
    int chargesEach = 20_000;
    ManualClock clock = new ManualClock(0);
    Budget budget = new Budget(clock, RequestCharge.of(1_000_000), ThroughputLimits.defaults());
    CountDownLatch start = new CountDownLatch(1);
    List<Thread> workers = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      workers.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    await(start);
                    for (int i = 1; i <= chargesEach; i++) {
                      budget.tryAdmit();
                      budget.charge(new RequestCharge(i));
                      if (i % 2_000 == 0) {
                        clock.advanceMillis(100);
                      }
                    }
                  }));
    }
    start.countDown();
    for (Thread worker : workers) {
      worker.join();
    }
    long expected = threads * (chargesEach * (chargesEach + 1L) / 2);
    assertThat(budget.usage().consumed()).isEqualTo(new RequestCharge(expected));
    clock.advanceMillis(1_000);
    RequestCharge bySecond =
        budget.recentSeconds().stream().reduce(RequestCharge.ZERO, RequestCharge::plus);
    assertThat(bySecond).isEqualTo(new RequestCharge(expected));
  }

  @Test
  void aBalanceIsSpentExactlyOnceBetweenThreads() throws InterruptedException {
    Budget budget =
        new Budget(new ManualClock(0), RequestCharge.of(1_000), ThroughputLimits.defaults());
    List<Thread> workers = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      workers.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (budget.tryAdmit() == 0) {
                      budget.charge(RequestCharge.of(1));
                    }
                  }));
    }
    for (Thread worker : workers) {
      worker.join();
    }
    // The clock stands still: everything is spent, and each thread overshoots by one at most.
    assertThat(budget.usage().consumed())
        .isBetween(RequestCharge.of(1_000), RequestCharge.of(1_003));
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Long> nanos =
        Arbitraries.oneOf(
            Arbitraries.longs().between(0, 20_000_000),
            Arbitraries.longs().between(0, 20 * NANOS_PER_SECOND));
    Arbitrary<Long> hundredths = Arbitraries.longs().between(1, 500_000);
    return Combinators.combine(nanos, hundredths).as(Step::new).list();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
