package dev.partita.container.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.partition.Lineage;
import dev.partita.partition.PartitionDescriptor;
import dev.partita.partition.PartitionState;
import dev.partita.partition.SplitPreparation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.BeforeTry;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Random splits and merges, with transactions in between, keep what a map promises. */
class PartitionMapLawsTest {

  /** A position is written to; then, if it is asked for, its partition is split there or merged. */
  record Step(byte[] position, Kind kind) {
    enum Kind {
      WRITE,
      SPLIT,
      MERGE
    }
  }

  /** A transaction that some partition has had. */
  private record Written(byte[] position, long lsn, int partition) {}

  private static final PartitionMap.Ending ENDING =
      new PartitionMap.Ending(1_800_000_000_000L, ReshapeCause.STORAGE);

  private PartitionMap map = PartitionMap.initial(List.of(KeyRange.ALL));
  private final Map<Integer, Long> lsns = new HashMap<>();
  private final List<Written> written = new ArrayList<>();

  @BeforeTry
  void startOver() {
    map = PartitionMap.initial(List.of(KeyRange.ALL));
    lsns.clear();
    written.clear();
  }

  @Property(tries = 300)
  void keepsItsPromises(@ForAll("steps") List<Step> steps) {
    Set<Integer> seen = new HashSet<>(Set.of(0));
    for (Step step : steps) {
      PartitionMap before = map;
      take(step);
      assertThat(map.version()).isBetween(before.version(), before.version() + 1);
      for (PartitionDescriptor descriptor : map.current()) {
        boolean known = before.current().contains(descriptor);
        assertThat(known || seen.add(descriptor.number())).as("number is new").isTrue();
      }
    }
    assertTiles(map.axis(), map.current());
    assertThat(map.axis()).isEqualTo(KeyRange.ALL);
    for (Step step : steps) {
      PartitionDescriptor owner = map.owner(step.position());
      assertThat(owner.positions().contains(step.position())).isTrue();
      assertThat(map.current()).contains(owner);
    }
    assertSuccessors();
    assertLineage();
    assertSame(MapJson.read(MapJson.write(map)));
  }

  private void take(Step step) {
    PartitionDescriptor owner = map.owner(step.position());
    int number = owner.number();
    PartitionState state = state(owner);
    switch (step.kind()) {
      case WRITE -> {
        lsns.put(number, state.lsn() + 1);
        written.add(new Written(step.position(), state.lsn() + 1, number));
      }
      case SPLIT -> {
        if (!Arrays.equals(owner.positions().start(), step.position())) {
          map =
              map.split(
                  number,
                  step.position(),
                  new SplitPreparation.Halves(half(state), half(state)),
                  ENDING);
        }
      }
      case MERGE -> {
        int index = map.current().indexOf(owner);
        if (index + 1 < map.current().size()) {
          PartitionDescriptor right = map.current().get(index + 1);
          map = map.merge(number, state, right.number(), state(right), ENDING);
        }
      }
    }
  }

  private PartitionState state(PartitionDescriptor descriptor) {
    long lsn = lsns.getOrDefault(descriptor.number(), descriptor.start().lsn());
    return new PartitionState(lsn, 1_000 + lsn, 5, 100, 10);
  }

  private static PartitionState half(PartitionState whole) {
    return new PartitionState(whole.lsn(), whole.timeMillis(), 0, 50, 5);
  }

  private void assertSuccessors() {
    for (PartitionMap.Retired retired : map.retired()) {
      KeyRange range = map.positionsOf(retired.descriptor().number());
      assertThat(range).isEqualTo(retired.descriptor().positions());
      List<KeyRange> parts =
          map.owners(range).stream().map(owner -> owner.positions().intersect(range)).toList();
      assertThat(parts).noneMatch(KeyRange::isEmpty);
      assertTilesRanges(range, parts);
      assertFails(ErrorCode.BAD_REQUEST, () -> map.requireCurrent(retired.descriptor().number()));
    }
  }

  /** Every transaction is found in exactly one log: that of the partition that had it. */
  private void assertLineage() {
    for (PartitionDescriptor descriptor : map.current()) {
      Lineage lineage = map.lineage(descriptor.number());
      List<Integer> ancestors = map.ancestors(descriptor.number());
      assertThat(lineage.self().partition()).isEqualTo(descriptor.number());
      assertThat(lineage.self().afterLsn()).isEqualTo(descriptor.start().lsn());
      assertThat(lineage.self().throughLsn()).isEqualTo(Long.MAX_VALUE);
      assertThat(lineage.ancestors()).extracting(Lineage.Part::partition).isEqualTo(ancestors);
      assertThat(ancestors).isSorted().doesNotHaveDuplicates().containsAll(descriptor.parents());
      List<Lineage.Part> parts = new ArrayList<>(lineage.ancestors());
      parts.add(lineage.self());
      for (Written entry : written) {
        if (descriptor.positions().contains(entry.position())) {
          assertThat(parts)
              .filteredOn(part -> holds(part, entry))
              .extracting(Lineage.Part::partition)
              .containsExactly(entry.partition());
        }
      }
    }
  }

  private static boolean holds(Lineage.Part part, Written entry) {
    return part.positions().contains(entry.position())
        && entry.lsn() > part.afterLsn()
        && entry.lsn() <= part.throughLsn();
  }

  private void assertSame(PartitionMap read) {
    assertThat(read.version()).isEqualTo(map.version());
    assertThat(read.current()).isEqualTo(map.current());
    assertThat(read.retired()).isEqualTo(map.retired());
  }

  private static void assertTiles(KeyRange whole, List<PartitionDescriptor> parts) {
    assertTilesRanges(whole, parts.stream().map(PartitionDescriptor::positions).toList());
  }

  private static void assertTilesRanges(KeyRange whole, List<KeyRange> parts) {
    assertThat(parts).isNotEmpty();
    assertThat(parts.getFirst().start()).isEqualTo(whole.start());
    for (int i = 1; i < parts.size(); i++) {
      assertThat(parts.get(i).start()).isEqualTo(parts.get(i - 1).end());
    }
    assertThat(parts.getLast().end()).isEqualTo(whole.end());
  }

  @Test
  void readsMapsThatDoNotSayWhyAPartitionEnded() {
    map =
        map.split(
            0,
            bytes(5),
            new SplitPreparation.Halves(PartitionState.EMPTY, PartitionState.EMPTY),
            ENDING);
    JsonObject written = MapJson.write(map);
    JsonObject retired = (JsonObject) ((JsonArray) written.at("retired")).at(0);
    JsonObject earlier = retired.without("endedMillis").without("cause");
    PartitionMap read = MapJson.read(written.with("retired", JsonArray.of(earlier)));
    assertThat(read.retired().getFirst().ending()).isNull();
    assertThat(read.retired().getFirst().lastLsn()).isEqualTo(0);
    assertThat(MapJson.write(read)).isEqualTo(written.with("retired", JsonArray.of(earlier)));
  }

  @Test
  void refusesToDivideOutsideOfAPartition() {
    PartitionMap two =
        PartitionMap.initial(
            List.of(new KeyRange(Bytes.EMPTY, bytes(5)), new KeyRange(bytes(5), bytes(9))));
    SplitPreparation.Halves halves =
        new SplitPreparation.Halves(PartitionState.EMPTY, PartitionState.EMPTY);

    for (byte[] boundary : List.of(Bytes.EMPTY, bytes(5), bytes(7))) {
      assertThatThrownBy(() -> two.split(0, boundary, halves, ENDING))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> two.owner(bytes(9))).isInstanceOf(IllegalArgumentException.class);
    assertFails(ErrorCode.NOT_FOUND, () -> two.split(2, bytes(1), halves, ENDING));
    assertFails(ErrorCode.NOT_FOUND, () -> two.positionsOf(-1));
  }

  @Test
  void mergesNeighboursInOrderOnly() {
    PartitionState empty = PartitionState.EMPTY;
    PartitionMap three =
        PartitionMap.initial(
            List.of(
                new KeyRange(Bytes.EMPTY, bytes(3)),
                new KeyRange(bytes(3), bytes(6)),
                new KeyRange(bytes(6), null)));

    assertFails(ErrorCode.BAD_REQUEST, () -> three.merge(0, empty, 2, empty, ENDING));
    assertFails(ErrorCode.BAD_REQUEST, () -> three.merge(1, empty, 0, empty, ENDING));
    assertFails(ErrorCode.BAD_REQUEST, () -> three.merge(1, empty, 1, empty, ENDING));
    assertFails(ErrorCode.BAD_REQUEST, () -> three.merge(2, empty, 0, empty, ENDING));
    PartitionMap merged = three.merge(0, empty, 1, empty, ENDING);
    assertFails(ErrorCode.BAD_REQUEST, () -> merged.merge(0, empty, 1, empty, ENDING));
    assertThat(merged.current()).extracting(PartitionDescriptor::number).containsExactly(3, 2);
  }

  @Test
  void refusesRangesThatDoNotJoin() {
    KeyRange first = new KeyRange(Bytes.EMPTY, bytes(3));
    List<List<KeyRange>> broken =
        List.of(
            List.of(),
            List.of(first, new KeyRange(bytes(4), null)),
            List.of(first, new KeyRange(bytes(2), null)),
            List.of(KeyRange.ALL, new KeyRange(bytes(4), null)),
            List.of(first, new KeyRange(bytes(3), bytes(3))));

    for (List<KeyRange> ranges : broken) {
      assertFails(ErrorCode.CORRUPT, () -> PartitionMap.initial(ranges));
    }
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<byte[]> positions =
        Arbitraries.of((byte) 0, (byte) 1, (byte) 0x40, (byte) 0xFF)
            .array(byte[].class)
            .ofMinSize(1)
            .ofMaxSize(3);
    return Combinators.combine(
            positions,
            Arbitraries.of(
                Step.Kind.WRITE,
                Step.Kind.WRITE,
                Step.Kind.SPLIT,
                Step.Kind.SPLIT,
                Step.Kind.MERGE))
        .as(Step::new)
        .list()
        .ofMaxSize(30);
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private static void assertFails(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DatabaseException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }
}
