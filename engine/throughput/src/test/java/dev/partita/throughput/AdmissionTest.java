package dev.partita.throughput;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.ManualClock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdmissionTest {

  private final ManualClock clock = new ManualClock(0);
  private final ThroughputPool pool =
      new ThroughputPool(clock, ThroughputLimits.defaults(), new ThroughputSettings.Manual(400), 1);
  private final Admission admission =
      new Admission("orders/0", clock, pool.bind()::budget, new HotKeys(clock));

  @Test
  void namesTheHotKeyAndSaysToSpreadIt() {
    admission.admit("tenant-1");
    admission.charge("tenant-1", RequestCharge.of(350));
    admission.charge("tenant-2", RequestCharge.of(100));
    DatabaseException refused = refused("tenant-2");
    assertThat(refused.code()).isEqualTo(ErrorCode.THROTTLED);
    assertThat(refused.text()).contains("spread the key");
    assertThat(refused.context())
        .containsEntry("retryAfterMillis", 126L)
        .containsEntry("partition", "orders/0")
        .containsEntry("provisionedRuPerSecond", 400.0)
        .containsEntry("key", "tenant-1")
        .containsEntry("keySharePercent", 77.8)
        .containsEntry("requestKey", "tenant-2");
  }

  @Test
  void saysToRaiseTheThroughputWhenTheLoadIsSpread() {
    for (int i = 0; i < 5; i++) {
      admission.charge("tenant-" + i, RequestCharge.of(100));
    }
    DatabaseException refused = refused("tenant-9");
    assertThat(refused.text()).contains("raise the throughput").doesNotContain("spread");
    assertThat(refused.context()).containsEntry("keySharePercent", 20.0);
  }

  @Test
  void requestsWithoutAKeyCountForTheBudgetOnly() {
    admission.admit();
    admission.charge(RequestCharge.of(500));
    DatabaseException refused = catchThrowableOfType(DatabaseException.class, admission::admit);
    assertThat(refused.code()).isEqualTo(ErrorCode.THROTTLED);
    assertThat(refused.context())
        .containsOnlyKeys("retryAfterMillis", "partition", "provisionedRuPerSecond");
    assertThat(admission.hotKeys().hottest()).isEmpty();
  }

  @Test
  void admitsAgainAfterTheTimeItGave() {
    admission.charge("a", RequestCharge.of(1_000));
    Object wait = refused("a").context().get("retryAfterMillis");
    assertThat(wait).isEqualTo(1_501L);
    clock.advanceMillis(1_500);
    // A later request queues behind the first, which is expected to cost 1,000 again with a margin.
    assertThat(refused("b").context()).containsEntry("retryAfterMillis", 1L + 2_750);
    clock.advanceMillis(1);
    admission.admit("a");
    assertThat(admission.throttled()).isEqualTo(2);
  }

  @Test
  void keepsItsOwnTotalsWhereTheBudgetIsShared() {
    Admission neighbour =
        new Admission("customers/0", clock, pool.bind()::budget, new HotKeys(clock));
    admission.charge("a", RequestCharge.of(100));
    neighbour.charge("b", RequestCharge.of(300));
    assertThat(admission.consumed()).isEqualTo(RequestCharge.of(100));
    assertThat(admission.budget().usage().consumed()).isEqualTo(RequestCharge.of(400));
    assertThat(refused("a").context()).containsEntry("key", "a");
    assertThat(neighbour.throttled()).isZero();
  }

  /** A client of the service: nine retries, or 30 seconds of waiting. */
  private record Waiting(long atMillis, int request, int tries, long waitedMillis) {}

  @ParameterizedTest
  @CsvSource({"10,10", "1,19", "5,5", "2,60", "600,600"})
  void allGetThroughThatTheBudgetCanCarry(int least, int most) {
    SplittableRandom random = new SplittableRandom(1);
    List<Integer> costs = new ArrayList<>();
    // 25 seconds' worth, of the 30 that the clients wait.
    for (int left = 25 * 400; left > 0 && costs.size() < 600; left -= costs.getLast()) {
      costs.add(random.nextInt(least, most + 1));
    }
    PriorityQueue<Waiting> waiting =
        new PriorityQueue<>(
            Comparator.comparingLong(Waiting::atMillis).thenComparingInt(Waiting::request));
    for (int i = 0; i < costs.size(); i++) {
      waiting.add(new Waiting(0, i, 0, 0));
    }
    List<Waiting> failed = new ArrayList<>();
    while (!waiting.isEmpty()) {
      Waiting next = waiting.remove();
      clock.advanceMillis(next.atMillis - clock.nanos() / 1_000_000);
      DatabaseException refused = refused("a");
      if (refused == null) {
        admission.charge("a", RequestCharge.of(costs.get(next.request)));
        continue;
      }
      long wait = (Long) requireNonNull(refused.context().get("retryAfterMillis"));
      Waiting again =
          new Waiting(next.atMillis + wait, next.request, next.tries + 1, next.waitedMillis + wait);
      (again.tries > 9 || again.waitedMillis > 30_000 ? failed : waiting).add(again);
    }
    assertThat(failed).isEmpty();
  }

  private DatabaseException refused(String key) {
    return catchThrowableOfType(DatabaseException.class, () -> admission.admit(key));
  }
}
