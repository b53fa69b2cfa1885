package dev.partita.container;

import static dev.partita.container.EngineBench.hashed;
import static dev.partita.container.EngineBench.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.map.PartitionMap;
import dev.partita.container.map.PartitionScheme;
import dev.partita.container.map.ReshapeCause;
import dev.partita.partition.ChangeCursor;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.StoredRecord;
import dev.partita.throughput.RequestCharge;
import dev.partita.throughput.ThroughputSettings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HousekeepingTest {

  private final List<ReshapeStep> steps = new ArrayList<>();
  private final EngineBench bench =
      new EngineBench(
          options ->
              options
                  .withOnStep(steps::add)
                  .withLimits(
                      EngineLimits.defaults()
                          .withPhysicalPartitionBytes(10_000)
                          .withLoad(200_000, 4)
                          .withLogMillis(600_000)));
  private final Engine engine = bench.engine();

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void splitsWhatHasGrownTooLarge() {
    Container large = bench.create("large");
    Container small = bench.create("small");
    for (int i = 0; i < 60; i++) {
      put(large, "k" + i, "id", 1_000);
    }
    put(small, "k", "id", 1_000);

    engine.housekeeping().round();

    assertThat(large.map().retired())
        .isNotEmpty()
        .allSatisfy(
            retired ->
                assertThat(retired.ending())
                    .isEqualTo(
                        new PartitionMap.Ending(bench.clock.millis(), ReshapeCause.STORAGE)));
    assertThat(large.partitions())
        .hasSizeGreaterThan(5)
        .allSatisfy(owned -> assertThat(owned.partition().state().sizeBytes()).isLessThan(10_001));
    assertThat(small.partitions()).hasSize(1);
    assertThat(large.sizeBytes()).isGreaterThan(60_000);
  }

  @Test
  void dividesTheLoadOfRangesAtAKey() {
    Container ranged =
        engine
            .containers()
            .createUnmeteredContainer(
                bench.database(), ContainerDefinition.of("ranged", new PartitionScheme.Ranged()));
    for (int i = 0; i < 10; i++) {
      put(ranged, "k" + i, "id", 10);
    }
    for (int round = 0; round < 4; round++) {
      // Most of it for the last keys; a moment of silence in between starts the count anew.
      for (int i = 0; i < 10 && round != 1; i++) {
        spend(ranged, "k" + i, i < 6 ? 10_000 : 200_000);
      }
      engine.housekeeping().round();
      bench.clock.advanceMillis(1_000);
      assertThat(ranged.partitions()).as("round " + round).hasSize(1);
    }
    spend(ranged, "k7", 300_000);
    engine.housekeeping().round();

    assertThat(ranged.partitions()).hasSize(2);
    PartitionKey first =
        PartitionKey.decode(
            ranged.partitions().getLast().partition().descriptor().positions().start());
    assertThat(first).isGreaterThan(PartitionKey.of("k6"));
  }

  @Test
  void leavesTheLoadOfASingleKeyTogether() {
    Container ranged =
        engine
            .containers()
            .createUnmeteredContainer(
                bench.database(), ContainerDefinition.of("ranged", new PartitionScheme.Ranged()));
    put(ranged, "a", "id", 10);
    put(ranged, "b", "id", 10);
    for (int round = 0; round < 8; round++) {
      spend(ranged, "a", 1_000);
      spend(ranged, "b", 1_000_000);
      engine.housekeeping().round();
      bench.clock.advanceMillis(1_000);
    }
    assertThat(ranged.partitions()).hasSize(1);
  }

  private static void spend(Container container, String key, long ru) {
    PartitionKey partitionKey = PartitionKey.of(key);
    container
        .owner(container.definition().scheme().logicalKey(partitionKey).position())
        .admission()
        .charge(partitionKey.toJson(), new RequestCharge(100 * ru));
  }

  @Test
  void asksAPartitionThatRefusedAgainLater() {
    Container container = bench.create("c");
    engine.housekeeping().round();
    for (int i = 0; i < 20; i++) {
      put(container, "only", "id" + i, 1_000);
    }
    engine.housekeeping().round();
    int asked = steps.size();
    assertThat(asked).isEqualTo(1);
    engine.housekeeping().round();
    assertThat(steps).hasSize(asked);
    put(container, "another", "id", 1_000);
    engine.housekeeping().round();
    assertThat(container.partitions()).hasSize(1);

    bench.clock.advanceMillis(60_000);
    engine.housekeeping().round();
    engine.housekeeping().round();

    assertThat(container.partitions()).hasSize(2);
  }

  @Test
  void doesNotLetOneContainersTroubleStopAnothers() {
    Container stuck = bench.create("a");
    Container large = bench.create("b");
    for (int i = 0; i < 20; i++) {
      put(stuck, "only", "id" + i, 1_000);
      put(large, "k" + i, "id", 1_000);
    }

    engine.housekeeping().round();

    assertThat(stuck.partitions()).hasSize(1);
    assertThat(large.partitions()).hasSizeGreaterThan(1);
  }

  @Test
  void trimsLogsNowAndThen() {
    Container container = bench.create("c");
    put(container, "k", "id", 10);
    engine.housekeeping().round();
    delete(container, "k", "id");
    assertThat(logEntries(container)).isEqualTo(1);

    bench.clock.advanceMillis(600_000);
    engine.housekeeping().round();
    assertThat(logEntries(container)).isEqualTo(1);
    bench.clock.advanceMillis(59_999);
    engine.housekeeping().round();
    assertThat(logEntries(container)).isEqualTo(1);
    bench.clock.advanceMillis(1);
    engine.housekeeping().round();
    assertThat(logEntries(container)).isZero();
  }

  @Test
  void keepsHistoryAsLongAsTheContainerAsks() {
    Container container =
        engine
            .containers()
            .createContainer(bench.database(), hashed("c").withHistoryMillis(3_600_000), null);
    put(container, "k", "id", 10);
    put(container, "k", "id", 20);
    bench.clock.advanceMillis(3_000_000);
    engine.housekeeping().round();
    assertThat(logEntries(container)).isEqualTo(2);

    bench.clock.advanceMillis(700_000);
    engine.housekeeping().round();
    assertThat(logEntries(container)).isEqualTo(1);
  }

  @Test
  void doesAllChoresWhateverOneOfThemThrows() {
    bench.create("a");
    bench.create("b");
    List<String> done = new ArrayList<>();
    engine
        .housekeeping()
        .add(
            "fail",
            _ -> {
              throw new IllegalStateException("a chore's own trouble");
            });
    engine
        .housekeeping()
        .add(
            "fail worse",
            _ -> {
              throw new AssertionError("worse");
            });
    engine.housekeeping().add("name", container -> done.add(container.record().name()));

    engine.housekeeping().round();
    engine.housekeeping().round();

    assertThat(done).containsExactly("a", "b", "a", "b");
  }

  @Test
  void goesOnByItselfWhateverARoundMeets() throws Exception {
    CountDownLatch rounds = new CountDownLatch(5);
    try (EngineBench busy = new EngineBench(options -> options.withHousekeepingMillis(1))) {
      busy.create("c");
      busy.engine()
          .housekeeping()
          .add(
              "fail",
              _ -> {
                rounds.countDown();
                throw new AssertionError("in every round");
              });

      assertThat(rounds.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void clearsDeletedContainersAlsoAfterReopening() {
    Container container = bench.create("c");
    Container kept = bench.create("kept");
    put(container, "k", "id", 10);
    put(kept, "k", "id", 10);
    engine.containers().deleteContainer(container.number());
    assertThat(bench.keysOf(container.number())).isPositive();

    Engine reopened = bench.reopen();
    assertThat(reopened.containers().container(container.number())).isEmpty();
    assertThat(reopened.catalogue().dropped()).containsExactly(container.number());
    bench.store.beforeWrite(
        _ -> {
          throw new DatabaseException(ErrorCode.STORAGE_FULL, "No room.");
        });
    reopened.housekeeping().round();
    assertThat(bench.keysOf(container.number())).isPositive();
    bench.store.beforeWrite(_ -> {});
    reopened.housekeeping().round();

    assertThat(bench.keysOf(container.number())).isZero();
    assertThat(bench.keysOf(kept.number())).isPositive();
    assertThat(reopened.catalogue().dropped()).isEmpty();
    assertThat(bench.reopen().catalogue().dropped()).isEmpty();
  }

  @Test
  void clearsTheContainersOfADeletedDatabase() {
    int shared =
        engine
            .containers()
            .createDatabase(Engine.DEFAULT_ACCOUNT, "shared", new ThroughputSettings.Manual(400))
            .number();
    Container one = engine.containers().createContainer(shared, hashed("one"), null);
    Container two = engine.containers().createContainer(shared, hashed("two"), null);
    put(one, "k", "id", 10);
    put(two, "k", "id", 10);

    engine.containers().deleteDatabase(shared);
    EngineBench.assertFails(ErrorCode.OWNER_NOT_FOUND, () -> put(one, "k", "id2", 10));
    engine.housekeeping().round();

    assertThat(bench.keysOf(one.number())).isZero();
    assertThat(bench.keysOf(two.number())).isZero();
    assertThat(engine.containers().container(shared, "one")).isEmpty();
  }

  private static void delete(Container container, String pk, String id) {
    byte[] name = id.getBytes(StandardCharsets.UTF_8);
    EngineBench.join(
        container.submit(
            EngineBench.key(container, pk),
            transaction -> {
              StoredRecord current = Objects.requireNonNull(transaction.get(name));
              transaction.delete(name, current, false);
              return true;
            }));
  }

  private static int logEntries(Container container) {
    int count = 0;
    for (OwnedPartition owned : container.partitions()) {
      try (ChangeCursor changes =
          owned.partition().reader(ReadOptions.LEADER).changes(KeyRange.ALL, 0)) {
        while (changes.next()) {
          count++;
        }
      }
    }
    return count;
  }
}
