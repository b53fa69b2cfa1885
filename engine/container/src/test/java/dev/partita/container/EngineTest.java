package dev.partita.container;

import static dev.partita.container.EngineBench.assertFails;
import static dev.partita.container.EngineBench.hashed;
import static dev.partita.container.EngineBench.holds;
import static dev.partita.container.EngineBench.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.container.map.PartitionScheme;
import dev.partita.partition.ChangeLogPolicy;
import dev.partita.throughput.Budget;
import dev.partita.throughput.RequestCharge;
import dev.partita.throughput.ThroughputLimits;
import dev.partita.throughput.ThroughputPool;
import dev.partita.throughput.ThroughputSettings.Autoscale;
import dev.partita.throughput.ThroughputSettings.Manual;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class EngineTest {

  private final EngineBench bench =
      new EngineBench(
          options ->
              options
                  .withThrottling(true)
                  .withLimits(
                      EngineLimits.defaults()
                          .withThroughput(new ThroughputLimits(1_000, 600, false, 300, 3_000))));
  private final Engine engine = bench.engine();

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void givesADefaultToAContainerWithoutThroughput() {
    Container container = bench.create("c");

    assertThat(container.record().throughput()).isEqualTo(new Manual(400));
    assertThat(container.partitions()).hasSize(1);
    assertThat(rates(container)).containsExactly(400.0);
  }

  @ParameterizedTest
  @CsvSource({"400,1", "600,1", "700,2", "1200,2", "1300,3", "6000,10"})
  void beginsWithAsManyPartitionsAsManualThroughputIsPlannedFor(long ruPerSecond, int expected) {
    Container container =
        engine.containers().createContainer(bench.database(), hashed("c"), new Manual(ruPerSecond));

    assertThat(container.partitions()).hasSize(expected);
    assertThat(rates(container).stream().mapToDouble(rate -> rate).sum())
        .isEqualTo((double) ruPerSecond);
  }

  @ParameterizedTest
  @CsvSource({"1000,1", "2000,2", "5000,5"})
  void beginsWithAsManyPartitionsAsAutoscaleNeedsAtMost(long maxRuPerSecond, int expected) {
    Container container =
        engine
            .containers()
            .createContainer(bench.database(), hashed("c"), new Autoscale(maxRuPerSecond));

    assertThat(container.partitions()).hasSize(expected);
  }

  @ParameterizedTest
  @CsvSource({"400,1", "1000,1", "1100,2", "3700,4", "8000,8"})
  void splitsUntilThroughputCanBeServed(long ruPerSecond, int expected) {
    Container container = bench.create("c");

    engine.throughput().changeContainer(container.number(), new Manual(ruPerSecond));
    assertThat(engine.throughput().isRescaling(container)).isEqualTo(expected > 1);
    assertThat(rates(container).getFirst()).isEqualTo((double) ruPerSecond);
    engine.housekeeping().round();

    assertThat(engine.throughput().isRescaling(container)).isFalse();
    assertThat(container.partitions()).hasSize(expected);
    assertThat(rates(container).stream().mapToDouble(rate -> rate).sum())
        .isEqualTo((double) ruPerSecond);
    bench.reopen();
    assertThat(bench.engine().containers().container(container.number()).orElseThrow().partitions())
        .hasSize(expected);
  }

  @Test
  void keepsItsPartitionsWhenThroughputIsLowered() {
    Container container =
        engine.containers().createContainer(bench.database(), hashed("c"), new Manual(3_000));

    engine.throughput().changeContainer(container.number(), new Manual(400));
    engine.housekeeping().round();

    assertThat(container.partitions()).hasSize(5);
    assertThat(rates(container)).containsOnly(80.0);
  }

  @Test
  void changesBetweenManualAndAutoscale() {
    Container container = bench.create("c");

    engine.throughput().changeContainer(container.number(), new Autoscale(4_000));
    assertThat(pool(container).settings()).isEqualTo(new Autoscale(4_000));
    engine.housekeeping().round();
    assertThat(container.partitions()).hasSize(4);
    engine.throughput().changeContainer(container.number(), new Manual(500));

    assertThat(container.record().throughput()).isEqualTo(new Manual(500));
    assertThat(pool(container).settings()).isEqualTo(new Manual(500));
    assertThat(rates(container)).containsOnly(125.0);
    assertThat(
            bench
                .reopen()
                .containers()
                .container(container.number())
                .orElseThrow()
                .record()
                .throughput())
        .isEqualTo(new Manual(500));
  }

  @Test
  void refusesThroughputBelowTheMinimum() {
    Container container =
        engine.containers().createContainer(bench.database(), hashed("c"), new Manual(100_000));

    assertThat(engine.throughput().minimum(container, new Manual(400))).isEqualTo(1_000);
    assertThat(engine.throughput().minimum(container, new Autoscale(1_000))).isEqualTo(10_000);
    assertFails(
        ErrorCode.BAD_REQUEST,
        () -> engine.throughput().changeContainer(container.number(), new Manual(900)));
    assertFails(
        ErrorCode.BAD_REQUEST,
        () -> engine.throughput().changeContainer(container.number(), new Autoscale(9_000)));
    assertThat(container.record().throughput()).isEqualTo(new Manual(100_000));
    engine.throughput().changeContainer(container.number(), new Manual(1_000));
  }

  @Test
  void sharesADatabasesThroughputAmongItsContainers() {
    int shared =
        engine
            .containers()
            .createDatabase(Engine.DEFAULT_ACCOUNT, "shared", new Manual(3_000))
            .number();
    Container one = engine.containers().createContainer(shared, hashed("one"), null);
    Container two = engine.containers().createContainer(shared, hashed("two"), null);
    Container own = engine.containers().createContainer(shared, hashed("own"), new Manual(400));

    assertThat(one.record().throughput()).isNull();
    assertThat(one.partitions()).hasSize(3);
    assertThat(one.throughput()).isSameAs(two.throughput()).isNotSameAs(own.throughput());
    assertThat(pool(one).budgets()).hasSize(3);
    assertThat(rates(one)).containsOnly(1_000.0);
    assertThat(rates(own)).containsOnly(400.0);
    assertFails(
        ErrorCode.BAD_REQUEST,
        () -> engine.throughput().changeContainer(one.number(), new Manual(400)));

    engine.throughput().changeDatabase(shared, new Manual(6_000));
    assertThat(pool(one).budgets()).hasSize(6);
    assertThat(rates(two)).containsOnly(1_000.0);
    assertThat(engine.throughput().isRescaling(one)).isFalse();
  }

  @Test
  void letsContainersOfADatabaseStarveEachOther() {
    int shared =
        engine
            .containers()
            .createDatabase(Engine.DEFAULT_ACCOUNT, "shared", new Manual(400))
            .number();
    OwnedPartition one =
        engine.containers().createContainer(shared, hashed("one"), null).partitions().getFirst();
    OwnedPartition two =
        engine.containers().createContainer(shared, hashed("two"), null).partitions().getFirst();

    one.admission().charge("k", RequestCharge.of(500));

    assertFails(ErrorCode.THROTTLED, () -> two.admission().admit("other"));
  }

  @Test
  void refusesThroughputOfADatabaseThatHasNone() {
    DatabaseRecord plain = engine.catalogue().database(Engine.DEFAULT_ACCOUNT, "db").orElseThrow();

    assertFails(
        ErrorCode.BAD_REQUEST,
        () -> engine.throughput().changeDatabase(plain.number(), new Manual(400)));
    assertFails(
        ErrorCode.OWNER_NOT_FOUND, () -> engine.throughput().changeDatabase(99, new Manual(400)));
    int shared =
        engine
            .containers()
            .createDatabase(Engine.DEFAULT_ACCOUNT, "shared", new Manual(50_000))
            .number();
    assertFails(
        ErrorCode.BAD_REQUEST, () -> engine.throughput().changeDatabase(shared, new Manual(400)));
  }

  @Test
  void saysHowLongToWaitAndWhoSpentTheBudget() {
    OwnedPartition partition = bench.create("c").partitions().getFirst();
    partition.admission().admit("[\"hot\"]");
    partition.admission().charge("[\"hot\"]", RequestCharge.of(900));
    partition.admission().charge("[\"cold\"]", RequestCharge.of(100));

    DatabaseException refusal =
        EngineBench.failure(() -> partition.admission().admit("[\"cold\"]"));

    assertThat(refusal.code()).isEqualTo(ErrorCode.THROTTLED);
    assertThat(refusal.context())
        .containsEntry("partition", "0")
        .containsEntry("key", "[\"hot\"]")
        .containsEntry("keySharePercent", 90.0)
        .containsEntry("requestKey", "[\"cold\"]")
        .containsEntry("provisionedRuPerSecond", 400.0);
    long wait =
        ((Number) Objects.requireNonNull(refusal.context().get("retryAfterMillis"))).longValue();
    bench.clock.advanceMillis(wait - 1);
    assertFails(ErrorCode.THROTTLED, () -> partition.admission().admit("[\"cold\"]"));
    bench.clock.advanceMillis(1);
    partition.admission().admit("[\"cold\"]");
  }

  @Test
  void refusesNothingWhenNothingIsLimited() {
    try (EngineBench unlimited = new EngineBench()) {
      Container container = unlimited.create("c");
      OwnedPartition partition = container.partitions().getFirst();

      partition.admission().charge("k", RequestCharge.of(1_000_000));
      partition.admission().admit("k");

      assertThat(container.throughput()).isNull();
      assertThat(partition.admission().consumed()).isEqualTo(RequestCharge.of(1_000_000));
    }
  }

  @Test
  void spendsWhatWasSavedWhenBurstsAreAllowed() {
    try (EngineBench bursting =
        new EngineBench(
            options ->
                options
                    .withThrottling(true)
                    .withLimits(
                        EngineLimits.defaults()
                            .withThroughput(ThroughputLimits.defaults().withBurst(true))))) {
      OwnedPartition partition = bursting.create("c").partitions().getFirst();
      bursting.clock.advanceMillis(300_000);
      partition.admission().charge("k", RequestCharge.of(400));

      bursting.clock.advanceMillis(100);
      partition.admission().admit("k");
      partition.admission().charge("k", RequestCharge.of(290));

      partition.admission().admit("k");
    }
  }

  @Test
  void changesADefinitionForGood() {
    Container container = bench.create("c");

    engine
        .containers()
        .changeDefinition(
            container.number(), hashed("c").withDefaultTtlSeconds(9).withHistoryMillis(77));

    assertThat(container.definition().historyMillis()).isEqualTo(77);
    assertThat(container.partitions().getFirst().partition().settings().changeLog())
        .isEqualTo(ChangeLogPolicy.HISTORY);
    assertFails(
        ErrorCode.BAD_REQUEST,
        () ->
            engine
                .containers()
                .changeDefinition(
                    container.number(), ContainerDefinition.of("c", new PartitionScheme.Single())));
    assertThat(bench.reopen().containers().container(container.number()).orElseThrow().definition())
        .isEqualTo(container.definition());
  }

  @Test
  void answersEveryCallerWhenItCloses() throws Exception {
    Container container = bench.create("c");
    AtomicInteger acknowledged = new AtomicInteger();
    List<Future<ErrorCode>> clients = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (int t = 0; t < 8; t++) {
        int thread = t;
        clients.add(
            threads.submit(
                () -> {
                  try {
                    for (int i = 0; ; i++) {
                      put(container, "k" + i % 3, thread + "-" + i, 10);
                      acknowledged.incrementAndGet();
                    }
                  } catch (DatabaseException e) {
                    return e.code();
                  }
                }));
      }
      while (acknowledged.get() < 500) {
        Thread.onSpinWait();
      }
      engine.close();
    }
    for (Future<ErrorCode> client : clients) {
      assertThat(client.get()).isEqualTo(ErrorCode.UNAVAILABLE);
    }
    assertFails(ErrorCode.UNAVAILABLE, () -> put(container, "k", "late", 10));
    assertThatThrownBy(
            () -> engine.containers().createDatabase(Engine.DEFAULT_ACCOUNT, "late", null))
        .isInstanceOf(DatabaseException.class);

    Container reopened = bench.reopen().containers().container(container.number()).orElseThrow();
    assertThat(reopened.partitions().getFirst().partition().state().recordCount())
        .isEqualTo(acknowledged.get());
    assertThat(holds(reopened, "k", "late")).isFalse();
  }

  private static ThroughputPool pool(Container container) {
    return Objects.requireNonNull(container.throughput());
  }

  private static List<Double> rates(Container container) {
    return container.partitions().stream()
        .map(owned -> owned.admission().budget())
        .map(Budget::rate)
        .map(RequestCharge::requestUnits)
        .toList();
  }
}
