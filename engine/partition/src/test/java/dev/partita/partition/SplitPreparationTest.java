package dev.partita.partition;

import static dev.partita.partition.Bench.PLAIN;
import static dev.partita.partition.Bench.bytes;
import static dev.partita.partition.Bench.delete;
import static dev.partita.partition.Bench.key;
import static dev.partita.partition.Bench.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.KeyRange;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class SplitPreparationTest {

  @Test
  void findsNoPlaceInAnEmptyPartition() {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = bench.whole(PLAIN);
      bench.commit(partition, "b", put("1", "x"));
      bench.commit(partition, "b", delete("1"));

      assertThat(SplitPreparation.middle(partition)).isEqualTo(new SplitPreparation.Cut.Empty());
    }
  }

  @Test
  void doesNotDivideOnePosition() {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = bench.whole(PLAIN);
      bench.commit(partition, "b", put("1", "x"));
      bench.commit(partition, "b", put("2", "x"));
      LogicalKey sharing = new LogicalKey(bytes("b"), bytes("another value"));
      bench.run(partition.submit(sharing, put("1", "x")));

      assertThat(SplitPreparation.middle(partition))
          .isInstanceOf(SplitPreparation.Cut.Indivisible.class);
    }
  }

  @Property(tries = 200)
  void cutsWhereTheHalvesAreMostAlike(@ForAll("contents") Map<String, Integer> contents) {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = bench.whole(PLAIN);
      contents.forEach(
          (position, length) -> bench.commit(partition, position, put("1", "x".repeat(length))));

      SplitPreparation.Cut cut = SplitPreparation.middle(partition);

      assertThat(cut).isInstanceOf(SplitPreparation.Cut.At.class);
      byte[] boundary = ((SplitPreparation.Cut.At) cut).boundary();
      long best = Long.MAX_VALUE;
      for (String position : contents.keySet()) {
        if (!position.equals(((TreeMap<String, Integer>) contents).firstKey())) {
          best = Math.min(best, difference(bench, bytes(position)));
        }
      }
      assertThat(difference(bench, boundary)).isEqualTo(best);
    }
  }

  @Test
  void staysInsideItsOwnRange() {
    try (Bench bench = new Bench()) {
      Axis axis = new Axis(bench, PLAIN);
      for (String position : List.of("b", "d", "m", "x")) {
        bench.commit(axis.current().getFirst(), position, put("1", "x"));
      }
      axis.split(0, bytes("m"));

      assertThat(axis.split(0)).isTrue();
      assertThat(axis.split(2)).isTrue();

      assertThat(axis.current())
          .extracting(partition -> partition.descriptor().positions())
          .containsExactly(
              new KeyRange(bytes(""), bytes("d")),
              new KeyRange(bytes("d"), bytes("m")),
              new KeyRange(bytes("m"), bytes("x")),
              new KeyRange(bytes("x"), null));
    }
  }

  @Test
  void countsWhatChangesAfterTheSnapshot() {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = bench.whole(PLAIN);
      bench.commit(partition, "b", put("1", "x"));
      bench.commit(partition, "c", put("1", "x"));
      bench.commit(partition, "x", put("1", "x"));

      SplitPreparation preparation =
          bench.turns.atOnce(() -> SplitPreparation.start(partition, bytes("m")));
      bench.commit(partition, "b", put("1", "longer"));
      bench.commit(partition, "c", delete("1"));
      bench.commit(partition, "x", delete("1"));
      bench.commit(partition, "m", put("1", "at the boundary"));
      bench.commit(partition, "l", put("1", "x"));
      bench.log.failNext(1);
      assertThatThrownBy(() -> bench.commit(partition, "b", put("lost", "x")))
          .hasMessageContaining("No room");
      SplitPreparation.Halves halves = bench.run(partition.exclusive(preparation::halves));

      assertThat(size(halves.left()))
          .isEqualTo(bench.measured(new KeyRange(bytes(""), bytes("m"))));
      assertThat(size(halves.right())).isEqualTo(bench.measured(new KeyRange(bytes("m"), null)));
      assertThat(halves.left().lsn()).isEqualTo(partition.state().lsn());
      assertThat(halves.right().lsn()).isEqualTo(partition.state().lsn());
      assertThat(halves.left().serial()).isZero();
    }
  }

  @Test
  void countsNoMoreOnceAbandoned() {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = bench.whole(PLAIN);
      SplitPreparation preparation =
          bench.turns.atOnce(() -> SplitPreparation.start(partition, bytes("m")));

      bench.turns.atOnce(
          () -> {
            preparation.abandon();
            return true;
          });

      assertThat(partition.tally()).isNull();
      assertThatThrownBy(preparation::halves).isInstanceOf(IllegalStateException.class);
      assertThat(bench.run(partition.submit(key("b"), put("1", "x"))).lsn()).isEqualTo(1);
    }
  }

  @Provide
  Arbitrary<Map<String, Integer>> contents() {
    return Arbitraries.maps(
            Arbitraries.strings().withCharRange('a', 'f').ofMinLength(1).ofMaxLength(2),
            Arbitraries.integers().between(0, 500))
        .ofMinSize(2)
        .ofMaxSize(12)
        .map(TreeMap::new);
  }

  private static long difference(Bench bench, byte[] boundary) {
    long left = bench.measured(new KeyRange(new byte[0], boundary)).sizeBytes();
    long right = bench.measured(new KeyRange(boundary, null)).sizeBytes();
    // Half of the whole is rounded down where the middle is searched.
    return Math.abs(left - (left + right) / 2);
  }

  private static LogicalSize size(PartitionState state) {
    return new LogicalSize(state.sizeBytes(), state.recordCount());
  }
}
