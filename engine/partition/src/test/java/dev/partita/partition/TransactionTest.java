package dev.partita.partition;

import static dev.partita.partition.Bench.HISTORY;
import static dev.partita.partition.Bench.PLAIN;
import static dev.partita.partition.Bench.bytes;
import static dev.partita.partition.Bench.delete;
import static dev.partita.partition.Bench.put;
import static dev.partita.partition.Bench.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TransactionTest {

  private final Bench bench = new Bench();

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void countsSeveralWritesOfOneRecordOnce() {
    PhysicalPartition partition = bench.whole(PLAIN);

    long size =
        bench
            .commit(
                partition,
                "p",
                transaction -> {
                  write(transaction, "a", "first");
                  write(transaction, "a", "a longer second");
                  write(transaction, "b", "b");
                  remove(transaction, "b");
                  write(transaction, "c", "c");
                  remove(transaction, "c");
                  write(transaction, "c", "c again");
                  return transaction.logicalSizeBytes();
                })
            .result();

    assertThat(bench.contents())
        .containsEntry("p/a", "a longer second")
        .containsEntry("p/c", "c again")
        .hasSize(2);
    LogicalSize measured = bench.measured(partition.descriptor().positions());
    assertThat(bench.logicalSize("p")).isEqualTo(measured);
    assertThat(size).isEqualTo(measured.sizeBytes());
    assertThat(partition.state().sizeBytes()).isEqualTo(measured.sizeBytes());
    assertThat(partition.state().recordCount()).isEqualTo(2);
  }

  @Test
  void givesAnLsnToChangesOfRecordsAlone() {
    PhysicalPartition partition = bench.whole(HISTORY);
    bench.commit(partition, "p", put("a", "1"));

    Commit<Boolean> indexed =
        bench.commit(
            partition,
            "p",
            transaction -> {
              transaction.putIndex(Bench.bytes("x"), Bench.bytes("y"));
              transaction.writeIndex(
                  new Batch().put(Family.INDEX, Bench.bytes("entry"), Bench.bytes("")));
              return true;
            });

    assertThat(indexed.lsn()).isEqualTo(1);
    assertThat(partition.state().lsn()).isEqualTo(1);
    assertThat(bench.store.get(Family.INDEX, bench.keys.index(Bench.bytes("x"))))
        .isEqualTo(Bench.bytes("y"));
    assertThat(bench.commit(partition, "p", put("a", "2")).lsn()).isEqualTo(2);
  }

  @Test
  void keepsOneLogEntryForTheNewestVersionWithoutHistory() {
    PhysicalPartition partition = bench.whole(PLAIN);
    bench.commit(partition, "p", put("a", "1"));

    bench.commit(
        partition,
        "p",
        transaction -> {
          write(transaction, "a", "2");
          write(transaction, "a", "3");
          write(transaction, "b", "1");
          remove(transaction, "b");
          return true;
        });

    assertThat(bench.changes(partition, 0))
        .extracting(Change::lsn, Change::sequence, Change::kind, change -> Bench.name(change.key()))
        .containsExactly(
            tuple(2L, 1, Change.Kind.REPLACE, "p/a"), tuple(2L, 3, Change.Kind.DELETE, "p/b"));
  }

  @Test
  void keepsEveryVersionWithItsImagesWithHistory() {
    PhysicalPartition partition = bench.whole(HISTORY);
    bench.commit(partition, "p", put("a", "1"));
    bench.commit(
        partition,
        "p",
        transaction -> {
          write(transaction, "a", "2");
          write(transaction, "a", "3");
          return true;
        });
    bench.commit(partition, "p", delete("a"));

    List<Change> changes = bench.changes(partition, 0);

    assertThat(changes)
        .extracting(
            Change::lsn,
            Change::sequence,
            Change::kind,
            Change::previousLsn,
            change -> Bench.text(StoredRecord.read(change.image())),
            change -> Bench.text(StoredRecord.read(change.previousImage())))
        .containsExactly(
            tuple(1L, 0, Change.Kind.CREATE, 0L, "1", null),
            tuple(2L, 0, Change.Kind.REPLACE, 1L, "2", "1"),
            tuple(2L, 1, Change.Kind.REPLACE, 2L, "3", "2"),
            tuple(3L, 0, Change.Kind.DELETE, 2L, null, "3"));
  }

  @Test
  void stampsARecordWithItsPlaceInTheLog() {
    PhysicalPartition partition = bench.whole(PLAIN);
    bench.commit(partition, "p", put("x", "1"));

    bench.commit(
        partition,
        "p",
        transaction -> {
          assertThat(transaction.lsn()).isEqualTo(2);
          assertThat(transaction.changes()).isZero();
          write(transaction, "a", "1");
          assertThat(transaction.changes()).isEqualTo(1);
          write(transaction, "b", "1");
          StoredRecord own = Objects.requireNonNull(transaction.get(bytes("b")));
          assertThat(own.lsn()).isEqualTo(2);
          assertThat(own.sequence()).isEqualTo(1);
          return true;
        });
  }

  @Test
  void fillsALogicalPartitionToTheLastByteAndNotBeyond() {
    int overhead = bench.keys.record(Bench.key("p"), bytes("a")).length + record("").length;
    PhysicalPartition partition =
        bench.whole(new PartitionSettings(2L * overhead + 100, ChangeLogPolicy.NEWEST));
    bench.commit(partition, "p", put("a", "x".repeat(60)));

    assertFull(() -> bench.commit(partition, "p", put("b", "x".repeat(41))));
    assertThat(bench.logicalSize("p").recordCount()).isEqualTo(1);
    bench.commit(partition, "p", put("b", "x".repeat(40)));
    assertThat(bench.logicalSize("p").sizeBytes()).isEqualTo(2L * overhead + 100);
    assertFull(() -> bench.commit(partition, "p", put("b", "x".repeat(41))));
    bench.commit(partition, "q", put("b", "x".repeat(41)));
    bench.commit(partition, "p", put("a", "x".repeat(60)));
    bench.commit(partition, "p", put("a", "x".repeat(59)));
    bench.commit(partition, "p", put("b", "x".repeat(41)));
  }

  @Test
  void letsAnOverfullLogicalPartitionShrinkAndSwap() {
    PhysicalPartition roomy = bench.whole(PLAIN);
    for (String id : List.of("a", "b", "c")) {
      bench.commit(roomy, "p", put(id, "x".repeat(100)));
    }
    PhysicalPartition tight = bench.whole(new PartitionSettings(100, ChangeLogPolicy.NEWEST));

    assertFull(() -> bench.commit(tight, "p", put("d", "x")));
    assertFull(() -> bench.commit(tight, "p", put("a", "x".repeat(101))));
    bench.commit(tight, "p", put("a", "x".repeat(99)));
    bench.commit(
        tight,
        "p",
        transaction -> {
          remove(transaction, "a");
          write(transaction, "d", "x".repeat(99));
          return true;
        });
    bench.commit(tight, "p", delete("b"));

    assertThat(bench.contents()).containsOnlyKeys("p/c", "p/d");
    assertThat(bench.logicalSize("p")).isEqualTo(bench.measured(tight.descriptor().positions()));
  }

  /** A layer above may try something else in the same transaction. */
  @Test
  void countsNothingForAWriteThatWasRefused() {
    PhysicalPartition partition = bench.whole(new PartitionSettings(200, ChangeLogPolicy.NEWEST));

    bench.commit(
        partition,
        "p",
        transaction -> {
          assertFull(() -> write(transaction, "a", "x".repeat(300)));
          write(transaction, "a", "small");
          return true;
        });

    assertThat(bench.logicalSize("p"))
        .isEqualTo(bench.measured(partition.descriptor().positions()));
    assertThat(partition.state().recordCount()).isEqualTo(1);
  }

  @Test
  void countsWhatTheGroupHasWrittenTowardsTheLimit() {
    PhysicalPartition partition = bench.whole(new PartitionSettings(200, ChangeLogPolicy.NEWEST));
    var first = partition.submit(Bench.key("p"), put("a", "x".repeat(100)));
    var second = partition.submit(Bench.key("p"), put("b", "x".repeat(100)));

    bench.turns.run();

    assertThat(first).isCompleted();
    assertFull(second::join);
  }

  @Test
  void neverGivesASerialTwice() {
    PhysicalPartition partition = bench.whole(PLAIN);
    Work<Long> take =
        transaction -> {
          write(transaction, "a", "1");
          return transaction.nextSerial();
        };
    var first = partition.submit(Bench.key("p"), take);
    var failing =
        partition.submit(
            Bench.key("p"),
            transaction -> {
              transaction.nextSerial();
              throw new IllegalStateException("mine");
            });
    var second = partition.submit(Bench.key("q"), take);
    bench.turns.run();

    long third = bench.commit(bench.whole(PLAIN), "p", take).result();

    assertThat(failing).isCompletedExceptionally();
    assertThat(List.of(first.join().result(), second.join().result(), third))
        .doesNotHaveDuplicates()
        .isSorted();
  }

  @Test
  void neverGoesBackInTime() {
    PhysicalPartition partition = bench.whole(PLAIN);
    bench.clock.advanceMillis(5_000);
    bench.commit(partition, "p", put("a", "1"));
    Bench earlier = new Bench(bench.store);

    long time = earlier.commit(earlier.whole(PLAIN), "p", Transaction::timeMillis).result();

    assertThat(time).isEqualTo(Bench.START_MILLIS + 5_000);
  }

  @Test
  void keepsAnEmptyIndexValueApartFromNone() {
    PhysicalPartition partition = bench.whole(PLAIN);

    bench.commit(
        partition,
        "p",
        transaction -> {
          transaction.putIndex(bytes("i"), new byte[0]);
          assertThat(transaction.index(bytes("i"))).isEmpty();
          return true;
        });

    bench.commit(
        partition,
        "p",
        transaction -> {
          assertThat(transaction.index(bytes("i"))).isEmpty();
          transaction.deleteIndex(bytes("i"));
          assertThat(transaction.index(bytes("i"))).isNull();
          return true;
        });
    assertThat(
            bench
                .commit(partition, "p", transaction -> transaction.index(bytes("i")) == null)
                .result())
        .isTrue();
  }

  private static void write(Transaction transaction, String id, String payload) {
    transaction.put(bytes(id), transaction.get(bytes(id)), record(payload));
  }

  private static void remove(Transaction transaction, String id) {
    transaction.delete(bytes(id), Objects.requireNonNull(transaction.get(bytes(id))), false);
  }

  private static void assertFull(ThrowingCallable call) {
    assertThatThrownBy(call)
        .satisfies(
            thrown -> {
              Throwable failure =
                  thrown instanceof DatabaseException
                      ? thrown
                      : Objects.requireNonNull(thrown.getCause());
              assertThat(failure)
                  .isInstanceOfSatisfying(
                      DatabaseException.class,
                      refusal ->
                          assertThat(refusal.code()).isEqualTo(ErrorCode.LOGICAL_PARTITION_FULL));
            });
  }
}
