package dev.partita.partition;

import static dev.partita.partition.Bench.HISTORY;
import static dev.partita.partition.Bench.PLAIN;
import static dev.partita.partition.Bench.bytes;
import static dev.partita.partition.Bench.delete;
import static dev.partita.partition.Bench.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.KeyRange;
import dev.partita.storage.Family;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ChangeLogTest {

  private static final KeyRange BELOW_M = new KeyRange(new byte[0], bytes("m"));
  private static final KeyRange FROM_M = new KeyRange(bytes("m"), null);

  @Test
  void readsTheLogsOfAncestorsThroughItsLineage() {
    try (Bench bench = new Bench()) {
      Axis axis = new Axis(bench, PLAIN);
      bench.commit(axis.current().get(0), "b", put("1", "x"));
      bench.commit(axis.current().get(0), "x", put("1", "x"));
      axis.split(0, bytes("m"));
      bench.commit(axis.current().get(0), "c", put("2", "x"));
      bench.commit(axis.current().get(1), "y", put("2", "x"));
      bench.commit(axis.current().get(1), "z", put("2", "x"));
      axis.merge(0);
      PhysicalPartition merged = axis.current().getFirst();
      bench.commit(merged, "d", put("3", "x"));

      assertThat(names(merged, KeyRange.ALL, 0))
          .containsExactly("1:b/1", "2:x/1", "3:c/2", "3:y/2", "4:z/2", "5:d/3");
      assertThat(names(merged, BELOW_M, 0)).containsExactly("1:b/1", "3:c/2", "5:d/3");
      assertThat(names(merged, FROM_M, 2)).containsExactly("3:y/2", "4:z/2");
      assertThat(names(merged, KeyRange.ALL, 4)).containsExactly("5:d/3");
      assertThat(names(merged, KeyRange.ALL, Long.MAX_VALUE)).isEmpty();
    }
  }

  @Test
  void removesAnAncestorsEntryWithTheCommitThatSupersedesIt() {
    try (Bench bench = new Bench()) {
      Axis axis = new Axis(bench, PLAIN);
      bench.commit(axis.current().get(0), "b", put("1", "x"));
      bench.commit(axis.current().get(0), "x", put("1", "x"));
      axis.split(0, bytes("m"));

      bench.commit(axis.current().get(0), "b", put("1", "y"));
      bench.commit(axis.current().get(1), "x", delete("1"));

      assertThat(bench.store.get(Family.LOG, bench.keys.logEntry(0, 1, 0))).isNull();
      assertThat(bench.store.get(Family.LOG, bench.keys.logEntry(0, 2, 0))).isNull();
    }
  }

  @Test
  void trimsDeletesAndKeepsTheNewestVersions() {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = bench.whole(PLAIN);
      bench.commit(partition, "b", put("kept", "x"));
      bench.commit(partition, "b", put("gone", "x"));
      bench.commit(partition, "b", delete("gone"));
      bench.clock.advanceMillis(1_000);
      bench.commit(partition, "b", put("late", "x"));
      bench.commit(partition, "b", delete("late"));

      assertThat(trim(bench, partition, Bench.START_MILLIS)).isZero();
      assertThat(trim(bench, partition, Bench.START_MILLIS + 1)).isEqualTo(1);

      assertThat(names(partition, KeyRange.ALL, 0)).containsExactly("1:b/kept", "5:b/late");
      assertThat(trim(bench, partition, Bench.START_MILLIS + 1_001)).isEqualTo(1);
      assertThat(names(partition, KeyRange.ALL, 0)).containsExactly("1:b/kept");
    }
  }

  @Test
  void trimsHistoryUpToItsRetention() {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = bench.whole(HISTORY);
      ChangeLog log = new ChangeLog(partition);
      for (int i = 0; i < 3; i++) {
        bench.commit(partition, "b", put("a", "x" + i));
      }
      bench.commit(partition, "b", put("b", "x"));
      bench.clock.advanceMillis(1_000);
      bench.commit(partition, "b", put("a", "late"));

      long removed = bench.turns.atOnce(() -> log.trim(Bench.START_MILLIS + 1));
      bench.commit(partition, "b", put("b", "supersedes what is trimmed"));
      bench.commit(partition, "b", put("a", "supersedes what is not"));

      assertThat(removed).isEqualTo(3);
      assertThat(names(partition, KeyRange.ALL, 0)).containsExactly("5:b/a", "6:b/b", "7:b/a");
    }
  }

  @Test
  void trimsOnlyWhatIsItsOwnOfAnAncestorsLog() {
    try (Bench bench = new Bench()) {
      Axis axis = new Axis(bench, PLAIN);
      for (String position : List.of("b", "x")) {
        bench.commit(axis.current().get(0), position, put("1", "x"));
        bench.commit(axis.current().get(0), position, delete("1"));
      }
      axis.split(0, bytes("m"));
      bench.clock.advanceMillis(1_000);

      long left = trim(bench, axis.current().get(0), bench.clock.millis());

      assertThat(left).isEqualTo(1);
      assertThat(names(axis.current().get(0), BELOW_M, 0)).isEmpty();
      assertThat(names(axis.current().get(1), FROM_M, 0)).containsExactly("4:x/1");
      assertThat(trim(bench, axis.current().get(1), bench.clock.millis())).isEqualTo(1);
    }
  }

  @Test
  void trimsNothingOnceThePartitionIsRetired() {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = bench.whole(PLAIN);
      bench.commit(partition, "b", put("1", "x"));
      bench.commit(partition, "b", delete("1"));
      bench.run(
          partition.exclusive(
              () -> {
                partition.retire();
                return true;
              }));

      assertThat(trim(bench, partition, Long.MAX_VALUE)).isZero();
      assertThat(names(partition, KeyRange.ALL, 0)).containsExactly("2:b/1");
    }
  }

  /** What is committed after the moment that the reader shows is never taken for older. */
  @Test
  void findsAnLsnInTheReadersOwnTime() {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = bench.whole(PLAIN);
      bench.commit(partition, "b", put("1", "x"));
      bench.clock.advanceMillis(1_000);
      try (PartitionSnapshot snapshot = partition.snapshot(ReadOptions.LEADER)) {
        bench.commit(partition, "b", put("2", "x"));

        assertThat(snapshot.lsnBefore(KeyRange.ALL, bench.clock.millis())).isEqualTo(1);
      }
    }
  }

  record Moment(String position, int laterMillis, boolean deletes) {}

  @Property(tries = 200)
  void findsTheSameLsnAsANaiveSearch(
      @ForAll("moments") List<Moment> before,
      @ForAll("moments") List<Moment> after,
      @ForAll("times") long time) {
    try (Bench bench = new Bench()) {
      Axis axis = new Axis(bench, PLAIN);
      write(bench, axis, before);
      axis.split(0, bytes("m"));
      write(bench, axis, after);
      for (PhysicalPartition partition : axis.current()) {
        KeyRange positions = partition.descriptor().positions();
        long millis = Bench.START_MILLIS + time;

        long lsn = partition.reader(ReadOptions.LEADER).lsnBefore(positions, millis);

        assertThat(lsn).isBetween(0L, partition.state().lsn());
        for (Change change : bench.changes(partition, 0)) {
          assertThat(change.lsn() > lsn).isEqualTo(change.timeMillis() >= millis);
        }
      }
    }
  }

  private static void write(Bench bench, Axis axis, List<Moment> moments) {
    for (Moment moment : moments) {
      bench.clock.advanceMillis(moment.laterMillis());
      LogicalKey key = Bench.key(moment.position());
      PhysicalPartition owner = axis.owner(key);
      bench.commit(owner, moment.position(), put("id", "x"));
      if (moment.deletes()) {
        bench.commit(owner, moment.position(), delete("id"));
      }
    }
  }

  @Provide
  Arbitrary<List<Moment>> moments() {
    return Combinators.combine(
            Arbitraries.of("b", "c", "x", "y"),
            Arbitraries.integers().between(0, 3),
            Arbitraries.of(true, false))
        .as(Moment::new)
        .list()
        .ofMaxSize(12);
  }

  @Provide
  Arbitrary<Long> times() {
    return Arbitraries.longs().between(-1, 40);
  }

  private static long trim(Bench bench, PhysicalPartition partition, long beforeMillis) {
    return bench.turns.atOnce(() -> new ChangeLog(partition).trim(beforeMillis));
  }

  private static List<String> names(
      PhysicalPartition partition, KeyRange positions, long afterLsn) {
    return Bench.changes(partition.reader(ReadOptions.LEADER), positions, afterLsn).stream()
        .map(change -> change.lsn() + ":" + Bench.name(change.key()))
        .toList();
  }
}
