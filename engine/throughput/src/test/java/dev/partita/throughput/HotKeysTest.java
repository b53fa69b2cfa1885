package dev.partita.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.time.ManualClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class HotKeysTest {

  /** A wait, then a request of this cost for this key. */
  record Use(String key, long hundredths, long waitMillis) {}

  private final ManualClock clock = new ManualClock(0);

  @Test
  void ranksKeysByWhatTheySpend() {
    HotKeys hotKeys = new HotKeys(clock);
    hotKeys.record("b", RequestCharge.of(1));
    hotKeys.record("a", RequestCharge.of(6));
    hotKeys.record("b", RequestCharge.of(2));
    hotKeys.record("c", RequestCharge.of(3));
    assertThat(hotKeys.top(2))
        .containsExactly(
            new HotKey("a", RequestCharge.of(6), RequestCharge.ZERO, 50.0),
            new HotKey("b", RequestCharge.of(3), RequestCharge.ZERO, 25.0));
    assertThat(hotKeys.hottest()).contains(hotKeys.top(1).getFirst());
    assertThat(hotKeys.total()).isEqualTo(RequestCharge.of(12));
  }

  @Test
  void knowsNothingBeforeTheFirstRecord() {
    HotKeys hotKeys = new HotKeys(clock);
    assertThat(hotKeys.top(10)).isEmpty();
    assertThat(hotKeys.hottest()).isEmpty();
    assertThat(hotKeys.total()).isEqualTo(RequestCharge.ZERO);
    hotKeys.record("free", RequestCharge.ZERO);
    assertThat(hotKeys.hottest()).isEmpty();
  }

  @Test
  void aNewKeyTakesOverTheSmallestCounter() {
    HotKeys hotKeys = new HotKeys(clock, 2, 60_000);
    hotKeys.record("a", RequestCharge.of(5));
    hotKeys.record("b", RequestCharge.of(2));
    hotKeys.record("c", RequestCharge.of(1));
    assertThat(hotKeys.top(3))
        .containsExactly(
            new HotKey("a", RequestCharge.of(5), RequestCharge.ZERO, 62.5),
            new HotKey("c", RequestCharge.of(3), RequestCharge.of(2), 37.5));
  }

  @Test
  void tellsKeysWithTheSameHashApart() {
    HotKeys hotKeys = new HotKeys(clock);
    hotKeys.record("Aa", RequestCharge.of(1));
    hotKeys.record("BB", RequestCharge.of(2));
    assertThat(hotKeys.top(2)).extracting(HotKey::key).containsExactly("BB", "Aa");
  }

  @Test
  void forgetsWithTime() {
    HotKeys hotKeys = new HotKeys(clock);
    hotKeys.record("old", RequestCharge.of(100));
    clock.advanceMillis(60_000);
    hotKeys.record("new", RequestCharge.of(60));
    assertThat(hotKeys.top(2))
        .containsExactly(
            new HotKey("new", RequestCharge.of(60), RequestCharge.ZERO, 100.0 * 60 / 110),
            new HotKey("old", RequestCharge.of(50), RequestCharge.ZERO, 100.0 * 50 / 110));
    clock.advanceMillis(13 * 60_000);
    assertThat(hotKeys.hottest()).isEmpty();
    clock.advanceMillis(1_000L * 60_000);
    hotKeys.record("late", RequestCharge.of(1));
    assertThat(hotKeys.top(5)).extracting(HotKey::key).containsExactly("late");
  }

  @Property
  void estimatesAreBoundedAndHeavyKeysAreKnown(
      @ForAll("uses") List<Use> uses, @ForAll @IntRange(min = 1, max = 8) int counters) {
    HotKeys hotKeys = new HotKeys(clock, counters, Long.MAX_VALUE / 1_000_000);
    Map<String, Long> truth = new HashMap<>();
    long total = 0;
    for (Use use : uses) {
      hotKeys.record(use.key(), new RequestCharge(use.hundredths()));
      truth.merge(use.key(), use.hundredths(), Long::sum);
      total += use.hundredths();
    }
    List<HotKey> top = hotKeys.top(counters);
    for (HotKey key : top) {
      long spent = truth.getOrDefault(key.key(), 0L);
      assertThat(key.consumed().hundredths()).isGreaterThanOrEqualTo(spent);
      assertThat(key.consumed().hundredths() - key.error().hundredths()).isLessThanOrEqualTo(spent);
      assertThat(key.error().hundredths()).isLessThanOrEqualTo(total / counters);
    }
    List<String> known = top.stream().map(HotKey::key).toList();
    for (Map.Entry<String, Long> entry : truth.entrySet()) {
      if (entry.getValue() * counters > total) {
        assertThat(known).contains(entry.getKey());
      }
    }
    assertThat(hotKeys.total()).isEqualTo(new RequestCharge(total));
    assertThat(top.stream().mapToLong(key -> key.consumed().hundredths()).sum()).isEqualTo(total);
  }

  @Property
  void halvingKeepsTheBoundsToAHundredth(
      @ForAll("uses") List<Use> uses, @ForAll @IntRange(min = 1, max = 8) int counters) {
    ManualClock time = new ManualClock(0);
    HotKeys hotKeys = new HotKeys(time, counters, 60_000);
    Map<String, Double> truth = new HashMap<>();
    long halvings = 0;
    for (Use use : uses) {
      time.advanceMillis(use.waitMillis());
      for (; halvings < time.millis() / 60_000; halvings++) {
        truth.replaceAll((_, spent) -> spent / 2);
      }
      hotKeys.record(use.key(), new RequestCharge(use.hundredths()));
      truth.merge(use.key(), (double) use.hundredths(), Double::sum);
    }
    for (HotKey key : hotKeys.top(counters)) {
      double spent = truth.getOrDefault(key.key(), 0.0);
      double estimate = key.consumed().hundredths();
      assertThat(estimate).isGreaterThanOrEqualTo(spent - 1);
      assertThat(estimate - key.error().hundredths()).isLessThanOrEqualTo(spent + 1);
    }
  }

  @Test
  void nothingIsLostBetweenThreads() throws InterruptedException {
    HotKeys hotKeys = new HotKeys(clock);
    CyclicBarrier start = new CyclicBarrier(4);
    List<Thread> workers = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      String key = "key" + t;
      workers.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    await(start);
                    for (int i = 0; i < 400_000; i++) {
                      hotKeys.record(key, new RequestCharge(3));
                      hotKeys.record("everyone's", new RequestCharge(1));
                    }
                  }));
    }
    for (Thread worker : workers) {
      worker.join();
    }
    assertThat(hotKeys.total()).isEqualTo(new RequestCharge(6_400_000));
    assertThat(
            hotKeys.top(10).stream()
                .collect(Collectors.toMap(HotKey::key, key -> key.consumed().hundredths())))
        .containsEntry("everyone's", 1_600_000L)
        .containsEntry("key0", 1_200_000L)
        .hasSize(5);
  }

  @Test
  void refusesSizesThatMakeNoSense() {
    assertThatThrownBy(() -> new HotKeys(clock, 0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new HotKeys(clock, 1, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  @Provide
  Arbitrary<List<Use>> uses() {
    // A few frequent keys among many rare ones.
    Arbitrary<String> keys =
        Arbitraries.oneOf(
                Arbitraries.integers().between(0, 3), Arbitraries.integers().between(4, 60))
            .map(n -> "key" + n);
    Arbitrary<Long> hundredths = Arbitraries.longs().between(1, 2_000);
    Arbitrary<Long> waits = Arbitraries.longs().between(0, 90_000);
    return Combinators.combine(keys, hundredths, waits).as(Use::new).list().ofMaxSize(200);
  }
}
