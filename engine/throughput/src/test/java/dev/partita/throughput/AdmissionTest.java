package dev.partita.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.ManualClock;
import org.junit.jupiter.api.Test;

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
    assertThat(refused("a").context()).containsEntry("retryAfterMillis", 1L);
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

  private DatabaseException refused(String key) {
    return catchThrowableOfType(DatabaseException.class, () -> admission.admit(key));
  }
}
