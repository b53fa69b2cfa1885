package dev.partita.partition;

import static dev.partita.partition.Bench.bytes;
import static dev.partita.partition.Bench.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimerTest {

  private static final TimerKind SECONDS = new TimerKind('E', 1000);
  private static final TimerKind MILLIS = new TimerKind('T', 1);

  private final List<String> alarms = new ArrayList<>();

  @Test
  void liesInTheOrderOfTimesWhateverItsPartition() {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = partition(bench);
      set(bench, partition, "b", 7, "late");
      set(bench, partition, "z", 5, "early");
      set(bench, partition, "a", 5, "early too");
      set(bench, partition, "a", 6, "gone");
      bench.commit(
          partition,
          "a",
          transaction -> {
            transaction.cancelTimer(MILLIS, 6, bytes("gone"));
            transaction.setTimer(SECONDS, 1, bytes("of another kind"), new byte[0]);
            return true;
          });

      assertThat(due(bench, MILLIS, 4)).isEmpty();
      assertThat(due(bench, MILLIS, 5)).containsExactly("5 a early too", "5 z early");
      assertThat(due(bench, MILLIS, 1_000))
          .containsExactly("5 a early too", "5 z early", "7 b late");
      assertThat(due(bench, SECONDS, 999)).isEmpty();
      assertThat(due(bench, SECONDS, 1_000)).containsExactly("1000 a of another kind");
    }
  }

  @Test
  void isToldOfWhenItIsDurableAndOnlyThen() {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = partition(bench);
      bench.log.hold();
      set(partition, "a", 9, "x");
      set(partition, "b", 4, "x");
      var failed =
          partition.submit(
              key("a"),
              transaction -> {
                transaction.setTimer(MILLIS, 1, bytes("x"), new byte[0]);
                throw new DatabaseException(ErrorCode.CONFLICT, "no");
              });
      bench.turns.run();
      assertThat(alarms).isEmpty();
      bench.log.release(null);

      assertThat(failed).isCompletedExceptionally();
      assertThat(alarms).containsExactly("7 at 4");
    }
  }

  @Test
  void isSeenByTheTransactionThatHandlesIt() {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = partition(bench);
      set(bench, partition, "a", 9, "x");
      Timer timer = new Timer(MILLIS, 9, key("a"), bytes("x"), new byte[0]);
      assertThat(bench.commit(partition, "a", transaction -> transaction.isSet(timer)).result())
          .isTrue();
      bench.commit(
          partition,
          "a",
          transaction -> {
            transaction.cancelTimer(MILLIS, 9, bytes("x"));
            return transaction.isSet(timer);
          });
      assertThat(bench.commit(partition, "a", transaction -> transaction.isSet(timer)).result())
          .isFalse();
    }
  }

  private PhysicalPartition partition(Bench bench) {
    PartitionDescriptor descriptor = PartitionDescriptor.initial(0, KeyRange.ALL);
    return new PhysicalPartition(
        new PhysicalPartition.Environment(bench.store, bench.log, bench.turns, bench.clock)
            .withAlarm((container, millis) -> alarms.add(container + " at " + millis)),
        bench.segment,
        descriptor,
        Lineage.of(descriptor),
        1,
        Bench.PLAIN);
  }

  private static void set(
      Bench bench, PhysicalPartition partition, String position, long millis, String name) {
    set(partition, position, millis, name);
    bench.turns.run();
  }

  private static void set(PhysicalPartition partition, String position, long millis, String name) {
    var _ =
        partition.submit(
            key(position),
            transaction -> {
              transaction.setTimer(MILLIS, millis, bytes(name), bytes("value"));
              return true;
            });
  }

  private static List<String> due(Bench bench, TimerKind kind, long millis) {
    List<String> due = new ArrayList<>();
    try (EntryCursor cursor =
        bench.segment.reader(ReadOptions.LEADER).entries(kind.dueAt(millis))) {
      while (cursor.next()) {
        Timer timer = kind.parse(cursor.key(), new byte[0]);
        RecordKey name = new RecordKey(timer.logical(), timer.name());
        due.add(timer.dueMillis() + " " + Bench.name(name).replace('/', ' '));
      }
    }
    return due;
  }
}
