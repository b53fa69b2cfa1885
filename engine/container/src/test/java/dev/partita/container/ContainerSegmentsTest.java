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
import dev.partita.container.map.PartitionMap;
import dev.partita.container.map.SegmentMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A container whose four partitions lie in two segments. */
@Timeout(60)
class ContainerSegmentsTest {

  private final EngineBench bench = new EngineBench();
  private final Container container = create();
  private final int second = container.record().segments().numbers().getLast();

  @AfterEach
  void close() {
    bench.close();
  }

  private Container create() {
    ContainerDefinition definition = hashed("c");
    PartitionMap map = PartitionMap.initial(definition.scheme().initialRanges(4));
    int number =
        bench
            .engine()
            .catalogue()
            .createContainer(bench.database(), definition, null, map, List.of(1, 1))
            .number();
    return bench.engine().containers().container(number).orElseThrow();
  }

  private void fill() {
    for (int i = 0; i < 60; i++) {
      put(container, "k" + i, "i", 50);
    }
  }

  private static void assertWhole(Container of) {
    for (int i = 0; i < 60; i++) {
      assertThat(holds(of, "k" + i, "i")).isTrue();
    }
    assertThat(
            of.partitions().stream()
                .mapToLong(owned -> owned.partition().state().recordCount())
                .sum())
        .isEqualTo(60);
  }

  @Test
  void dividesPartitionsAmongSegmentsOfWhichTheFirstHasItsNumber() {
    assertThat(container.record().segments().numbers())
        .containsExactly(container.number(), container.number() + 1);
    assertThat(List.of(0, 1, 2, 3))
        .extracting(container.record()::segmentOf)
        .containsExactly(container.number(), container.number(), second, second);
    assertThat(bench.create("next").number()).isEqualTo(second + 1);
  }

  @Test
  void writesWhereThePartitionLies() {
    fill();

    assertThat(bench.keysOf(container.number())).isPositive();
    assertThat(bench.keysOf(second)).isPositive();
    assertWhole(container);
    Container reopened = bench.reopen().containers().container(container.number()).orElseThrow();
    assertThat(reopened.record().segments()).isEqualTo(container.record().segments());
    assertWhole(reopened);
  }

  @Test
  void childrenLieWhereTheirParentsDo() {
    fill();
    Reshaper reshaper = bench.engine().reshaper();

    reshaper.split(container, 0);
    reshaper.split(container, 3);
    reshaper.merge(container, 6, 7);

    assertThat(container.partitions())
        .extracting(owned -> container.record().segmentOf(owned.number()))
        .containsExactly(
            container.number(), container.number(), container.number(), second, second);
    assertWhole(container);
    assertWhole(bench.reopen().containers().container(container.number()).orElseThrow());
  }

  @Test
  void mergesNoPartitionsOfDifferentSegments() {
    int version = container.map().version();
    assertFails(ErrorCode.BAD_REQUEST, () -> bench.engine().reshaper().merge(container, 1, 2));
    assertThat(container.map().version()).isEqualTo(version);
  }

  @Test
  void removesAllSegmentsOfADeletedContainer() {
    fill();
    bench.engine().containers().deleteContainer(container.number());
    bench.engine().housekeeping().round();

    assertThat(bench.keysOf(container.number())).isZero();
    assertThat(bench.keysOf(second)).isZero();
    assertThat(bench.engine().catalogue().dropped()).isEmpty();
  }

  /** The server ends after the record is gone, and before the data is. */
  @Test
  void removesAllSegmentsAfterARestart() {
    fill();
    bench.store.beforeWrite(
        batch -> {
          if (bench.engine().catalogue().container(container.number()).isEmpty()) {
            throw new DatabaseException(ErrorCode.STORAGE_FULL, "No room.");
          }
        });
    bench.engine().containers().deleteContainer(container.number());
    bench.engine().housekeeping().round();
    assertThat(bench.keysOf(second)).isPositive();
    bench.store.beforeWrite(_ -> {});

    bench.reopen().housekeeping().round();
    assertThat(bench.keysOf(container.number())).isZero();
    assertThat(bench.keysOf(second)).isZero();
  }

  @Test
  void keepsItsMapAsItWasStored() {
    SegmentMap map =
        new SegmentMap(List.of(9, 4, 11), Map.of(3, 4, 0, 11, 5, 4), Map.of(4, 3, 11, 2));
    assertThat(SegmentMap.fromJson(map.toJson())).isEqualTo(map);
    assertThat(map.numbers()).extracting(map::groupOf).containsExactly(1, 3, 2);
    for (SegmentMap sound : List.of(SegmentMap.of(7), container.record().segments())) {
      assertThat(SegmentMap.fromJson(sound.toJson())).isEqualTo(sound);
    }
    assertThatThrownBy(() -> new SegmentMap(List.of(), Map.of(), Map.of()))
        .hasMessageContaining("sound");
    assertThatThrownBy(() -> new SegmentMap(List.of(1, 1), Map.of(), Map.of()))
        .hasMessageContaining("sound");
    assertThatThrownBy(() -> new SegmentMap(List.of(1), Map.of(0, 2), Map.of()))
        .hasMessageContaining("sound");
  }
}
