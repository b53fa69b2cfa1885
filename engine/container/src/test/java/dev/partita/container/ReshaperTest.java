package dev.partita.container;

import static dev.partita.container.EngineBench.assertFails;
import static dev.partita.container.EngineBench.holds;
import static dev.partita.container.EngineBench.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.catalogue.CatalogueChange;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.map.PartitionMap;
import dev.partita.container.map.PartitionScheme;
import dev.partita.container.map.ReshapeCause;
import dev.partita.partition.KeySpace;
import dev.partita.partition.PartitionState;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.RecordCursor;
import dev.partita.partition.RecordKey;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class ReshaperTest {

  private final List<ReshapeStep> steps = new ArrayList<>();
  private Consumer<ReshapeStep> onStep = steps::add;
  private final EngineBench bench =
      new EngineBench(options -> options.withOnStep(step -> onStep.accept(step)));
  private final Container container = bench.create("c");
  private final Reshaper reshaper = bench.engine().reshaper();

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void tellsOfItsStepsInOrder() {
    fill(0, 20);

    reshaper.split(container, 0);
    reshaper.merge(container, 1, 2);

    assertThat(steps).containsExactly(ReshapeStep.values());
    assertThat(container.partitions()).extracting(OwnedPartition::number).containsExactly(3);
    assertWhole(container, 20);
  }

  @Test
  void listenersHearOfWhichPartitionsAndOfFailures() {
    List<String> heard = new ArrayList<>();
    reshaper.add(
        new ReshapeListener() {
          @Override
          public void reached(Container of, List<Integer> partitions, ReshapeStep step) {
            heard.add(of.record().name() + partitions + step);
          }

          @Override
          public void failed(Container of, List<Integer> partitions, Throwable reason) {
            heard.add(of.record().name() + partitions + "failed");
          }
        });
    fill(0, 1);
    assertFails(ErrorCode.BAD_REQUEST, () -> reshaper.split(container, 0));
    fill(1, 20);
    reshaper.split(container, 0);
    reshaper.merge(container, 1, 2);

    assertThat(heard)
        .containsExactly(
            "c[0]SPLIT_CHOSEN",
            "c[0]failed",
            "c[0]SPLIT_CHOSEN",
            "c[0]SPLIT_COUNTED",
            "c[0]SPLIT_PAUSED",
            "c[0]SPLIT_FENCED",
            "c[0]SPLIT_SWITCHED",
            "c[0]SPLIT_DONE",
            "c[1, 2]MERGE_CHOSEN",
            "c[1, 2]MERGE_PAUSED",
            "c[1, 2]MERGE_FENCED",
            "c[1, 2]MERGE_SWITCHED",
            "c[1, 2]MERGE_DONE");
  }

  @Test
  void theMapKeepsWhenAndWhyAPartitionEnded() {
    fill(0, 20);
    reshaper.split(container, 0);
    PartitionMap.Ending expected =
        new PartitionMap.Ending(bench.clock.millis(), ReshapeCause.REQUEST);
    assertThat(container.map().retired().getFirst().ending()).isEqualTo(expected);
    Container reopened = bench.reopen().containers().container(container.number()).orElseThrow();
    assertThat(reopened.map().retired().getFirst().ending()).isEqualTo(expected);
  }

  @Test
  void theLoadOfAPartitionThatWasSplitStaysForAWhileAndInTheTotals() {
    fill(0, 20);
    container.current(0).admission().charge(RequestCharge.of(7));
    bench.clock.advanceMillis(1_000);
    reshaper.split(container, 0);
    assertThat(container.recentLoad().get(0))
        .singleElement()
        .satisfies(step -> assertThat(step.charge()).isEqualTo(RequestCharge.of(7)));
    bench.clock.advanceMillis(60 * 60_000);
    assertThat(container.recentLoad()).isEmpty();
    reshaper.merge(container, 1, 2);
    assertThat(container.totals().hundredths()).isEqualTo(700);
  }

  @Test
  void mergesNeighboursInOrderOnly() {
    fill(0, 20);
    reshaper.split(container, 0);
    reshaper.split(container, 1);

    assertThat(container.partitions()).extracting(OwnedPartition::number).containsExactly(3, 4, 2);
    assertFails(ErrorCode.BAD_REQUEST, () -> reshaper.merge(container, 3, 3));
    assertFails(ErrorCode.BAD_REQUEST, () -> reshaper.merge(container, 3, 2));
    assertFails(ErrorCode.BAD_REQUEST, () -> reshaper.merge(container, 4, 3));
    assertFails(ErrorCode.BAD_REQUEST, () -> reshaper.merge(container, 1, 2));
    assertFails(ErrorCode.NOT_FOUND, () -> reshaper.merge(container, 2, 5));
    assertFails(ErrorCode.BAD_REQUEST, () -> reshaper.split(container, 0));
    assertThat(container.successors(0)).extracting(OwnedPartition::number).containsExactly(3, 4, 2);
    assertThat(container.successors(1)).extracting(OwnedPartition::number).containsExactly(3, 4);
    reshaper.merge(container, 4, 2);
    assertThat(container.successors(1)).extracting(OwnedPartition::number).containsExactly(3, 5);
    assertFails(ErrorCode.NOT_FOUND, () -> container.successors(6));
    assertWhole(container, 20);
  }

  @Test
  void splitsAnEmptyHashedPartitionInTheMiddle() {
    reshaper.split(container, 0);

    fill(0, 200);
    assertThat(container.partitions())
        .extracting(owned -> owned.partition().state().recordCount())
        .allSatisfy(count -> assertThat(count).isBetween(50L, 150L));
  }

  @Test
  void saysWhyAPartitionCannotBeSplit() {
    Container ranged =
        bench
            .engine()
            .containers()
            .createContainer(
                bench.database(), ContainerDefinition.of("r", new PartitionScheme.Ranged()), null);
    put(container, "only", "1", 10);

    assertFails(ErrorCode.BAD_REQUEST, () -> reshaper.split(ranged, 0));
    DatabaseException refusal = EngineBench.failure(() -> reshaper.split(container, 0));
    assertThat(refusal.code()).isEqualTo(ErrorCode.BAD_REQUEST);
    assertThat(refusal.context()).containsEntry("partitionKey", "[\"only\"]");
    put(container, "only", "2", 10);
  }

  /** Whatever a listener does, exactly the partitions that the store knows are in charge. */
  @ParameterizedTest
  @EnumSource(ReshapeStep.class)
  void survivesAListenerThatThrows(ReshapeStep failing) {
    fill(0, 20);
    if (failing.name().startsWith("MERGE")) {
      reshaper.split(container, 0);
    }
    onStep =
        step -> {
          if (step == failing) {
            throw new IllegalStateException("listener");
          }
        };

    assertThatThrownBy(() -> reshape(container)).hasMessage("listener");
    fill(20, 40);
    onStep = _ -> {};

    assertThat(container.map().version())
        .isEqualTo(
            bench.engine().catalogue().container(container.number()).orElseThrow().map().version());
    assertWhole(container, 40);
    Container reopened = bench.reopen().containers().container(container.number()).orElseThrow();
    assertWhole(reopened, 40);
    bench.engine().reshaper().split(reopened, reopened.partitions().getFirst().number());
    assertWhole(reopened, 40);
  }

  /** What a crash leaves at any step is one consistent container, and everything goes on. */
  @ParameterizedTest
  @EnumSource(ReshapeStep.class)
  void survivesACrash(ReshapeStep crash) {
    fill(0, 20);
    if (crash.name().startsWith("MERGE")) {
      reshaper.split(container, 0);
    }
    List<HookedStore> left = new ArrayList<>();
    onStep =
        step -> {
          if (step == crash) {
            left.add(bench.store.copy());
          }
        };

    reshape(container);

    Set<ReshapeStep> switched =
        EnumSet.of(
            ReshapeStep.SPLIT_SWITCHED,
            ReshapeStep.SPLIT_DONE,
            ReshapeStep.MERGE_SWITCHED,
            ReshapeStep.MERGE_DONE);
    try (EngineBench after = new EngineBench(left.getFirst(), options -> options)) {
      Container found = after.engine().containers().container(container.number()).orElseThrow();
      assertThat(found.map().version() == container.map().version())
          .isEqualTo(switched.contains(crash));
      assertWhole(found, 20);
      for (int i = 20; i < 40; i++) {
        put(found, "k" + i % 10, "i" + i, 50);
      }
      assertWhole(found, 40);
      after.engine().reshaper().split(found, found.partitions().getFirst().number());
      assertWhole(found, 40);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ReshapeStep.class,
      names = {"SPLIT_PAUSED", "MERGE_PAUSED"})
  void leavesThingsAsTheyWereWhenTheMapCannotBeStored(ReshapeStep paused) {
    fill(0, 20);
    if (paused == ReshapeStep.MERGE_PAUSED) {
      reshaper.split(container, 0);
    }
    int version = container.map().version();
    onStep =
        step -> {
          if (step == paused) {
            bench.store.beforeWrite(
                _ -> {
                  throw new DatabaseException(ErrorCode.STORAGE_FULL, "No room.");
                });
          }
        };

    assertFails(ErrorCode.STORAGE_FULL, () -> reshape(container));
    bench.store.beforeWrite(_ -> {});
    onStep = _ -> {};
    fill(20, 40);

    assertThat(container.map().version()).isEqualTo(version);
    assertWhole(container, 40);
    reshape(container);
    assertThat(container.map().version()).isEqualTo(version + 1);
    assertWhole(container, 40);
    assertWhole(bench.reopen().containers().container(container.number()).orElseThrow(), 40);
  }

  /** The partitions are fenced for a map that does not come, until the next write. */
  @ParameterizedTest
  @EnumSource(
      value = ReshapeStep.class,
      names = {"SPLIT_FENCED", "MERGE_FENCED"})
  void goesOnUnderANextVersionWhenTheMapCannotBeStoredAfterTheFence(ReshapeStep fenced) {
    fill(0, 20);
    if (fenced == ReshapeStep.MERGE_FENCED) {
      reshaper.split(container, 0);
    }
    int version = container.map().version();
    List<Integer> numbers = container.partitions().stream().map(OwnedPartition::number).toList();
    onStep =
        step -> {
          if (step == fenced) {
            bench.store.beforeWrite(
                _ -> {
                  throw new DatabaseException(ErrorCode.STORAGE_FULL, "No room.");
                });
          }
        };

    assertFails(ErrorCode.STORAGE_FULL, () -> reshape(container));
    assertFails(ErrorCode.STORAGE_FULL, () -> fill(20, 40));
    assertWhole(container, 20);
    bench.store.beforeWrite(_ -> {});
    onStep = _ -> {};
    fill(20, 40);

    assertThat(container.map().version()).isEqualTo(version + 1);
    assertThat(container.partitions()).extracting(OwnedPartition::number).isEqualTo(numbers);
    assertWhole(container, 40);
    reshape(container);
    assertThat(container.map().version()).isEqualTo(version + 2);
    assertWhole(container, 40);
    assertWhole(bench.reopen().containers().container(container.number()).orElseThrow(), 40);
  }

  /** The attempt after the one that failed may come before any write. */
  @Test
  void splitsAPartitionThatIsFencedAlready() {
    fill(0, 20);
    onStep =
        step -> {
          if (step == ReshapeStep.SPLIT_FENCED) {
            throw new IllegalStateException("listener");
          }
        };
    assertThatThrownBy(() -> reshaper.split(container, 0)).hasMessage("listener");
    onStep = _ -> {};

    reshaper.split(container, 0);

    assertThat(container.map().version()).isEqualTo(2);
    fill(20, 40);
    assertWhole(container, 40);
  }

  /** What another leader has announced and cannot do any more is refused by the catalogue. */
  @Test
  void refusesTheMapOfAnEarlierFence() {
    fill(0, 20);
    ContainerRecord known = container.record();
    onStep =
        step -> {
          if (step == ReshapeStep.SPLIT_FENCED) {
            throw new IllegalStateException("listener");
          }
        };
    assertThatThrownBy(() -> reshaper.split(container, 0)).hasMessage("listener");
    fill(20, 40);

    assertFails(
        ErrorCode.GONE,
        () ->
            bench
                .engine()
                .catalogue()
                .changeContainer(
                    container.number(),
                    record -> record.withMap(record.map().advancedTo(17)),
                    CatalogueChange.Fence.map(known)));
    assertWhole(container, 40);
  }

  @Test
  void saysThatTheContainerIsGone() {
    fill(0, 20);
    onStep =
        step -> {
          if (step == ReshapeStep.SPLIT_COUNTED) {
            bench.engine().containers().deleteContainer(container.number());
          }
        };

    assertFails(ErrorCode.OWNER_NOT_FOUND, () -> reshaper.split(container, 0));
    bench.engine().housekeeping().round();
    assertThat(bench.keysOf(container.number())).isZero();
  }

  private void reshape(Container of) {
    List<OwnedPartition> partitions = of.partitions();
    if (partitions.size() == 1) {
      reshaper.split(of, partitions.getFirst().number());
    } else {
      reshaper.merge(of, partitions.get(0).number(), partitions.get(1).number());
    }
  }

  private void fill(int from, int to) {
    for (int i = from; i < to; i++) {
      put(container, "k" + i % 10, "i" + i, 50);
    }
  }

  /** All records are there, and what the partitions know of their sizes is exact. */
  private static void assertWhole(Container of, int records) {
    for (int i = 0; i < records; i++) {
      assertThat(holds(of, "k" + i % 10, "i" + i)).isTrue();
    }
    long total = 0;
    for (OwnedPartition owned : of.partitions()) {
      PartitionState state = owned.partition().state();
      long bytes = 0;
      long count = 0;
      KeyRange keys = RecordKey.range(owned.partition().descriptor().positions());
      try (RecordCursor cursor = owned.partition().reader(ReadOptions.LEADER).scan(keys)) {
        while (cursor.next()) {
          RecordKey key = RecordKey.decode(cursor.key());
          bytes += new KeySpace(of.number()).record(key.logical(), key.id()).length;
          bytes += cursor.record().sizeBytes();
          count++;
        }
      }
      assertThat(state.sizeBytes()).isEqualTo(bytes);
      assertThat(state.recordCount()).isEqualTo(count);
      total += count;
    }
    assertThat(total).isEqualTo(records);
  }
}
