package dev.partita.partition;

import static dev.partita.partition.Bench.bytes;
import static dev.partita.partition.Bench.delete;
import static dev.partita.partition.Bench.get;
import static dev.partita.partition.Bench.key;
import static dev.partita.partition.Bench.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.time.ManualClock;
import dev.partita.replication.Fence;
import dev.partita.replication.ReplicationLog;
import dev.partita.storage.Batch;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a partition promises, whatever log it is over. */
abstract class PartitionContract {

  private static final int SEGMENT = 7;

  private final ManualClock clock = new ManualClock(Bench.START_MILLIS);
  private final KeySpace keys = new KeySpace(SEGMENT);

  final Turns turns = new Turns();

  /** What the partition reads; the same at each call. */
  abstract Store store();

  /** A log that leads; the same at each call. */
  abstract ReplicationLog log();

  /** Has everything that is proposed committed, applied and told. */
  abstract void deliver();

  private PhysicalPartition open() {
    PartitionDescriptor descriptor = PartitionDescriptor.initial(0, KeyRange.ALL);
    return new PhysicalPartition(
        new PhysicalPartition.Environment(store().written(), log(), turns, clock),
        new Segment(store(), keys),
        descriptor,
        Lineage.of(descriptor),
        1,
        Bench.PLAIN);
  }

  private <R extends @Nullable Object> R settle(CompletableFuture<R> answer) {
    while (!answer.isDone()) {
      turns.run();
      deliver();
    }
    return answer.join();
  }

  @Test
  void givesLsnsInTheOrderOfSubmission() {
    PhysicalPartition partition = open();
    List<CompletableFuture<Commit<Long>>> answers = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      answers.add(partition.submit(key("p" + i % 7), put("id" + i % 90, "x".repeat(i % 50))));
    }

    for (int i = 0; i < answers.size(); i++) {
      assertThat(settle(answers.get(i))).isEqualTo(new Commit<>(i + 1L, i + 1L));
    }
    assertThat(partition.state().lsn()).isEqualTo(1_000);
    assertAtRest(partition);
  }

  @Test
  void showsTransactionsWhatWasEvaluatedBeforeThem() {
    PhysicalPartition partition = open();
    List<CompletableFuture<Commit<String>>> seen = new ArrayList<>();
    List<CompletableFuture<Commit<List<String>>>> lists = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      var _ = partition.submit(key("p"), put("a" + i % 10, Integer.toString(i)));
      seen.add(partition.submit(key("p"), get("a" + i % 10)));
      if (i % 20 == 19) {
        var _ = partition.submit(key("p"), delete("a9"));
        lists.add(partition.submit(key("p"), PartitionContract::list));
        var _ = partition.submit(key("q"), put("a9", "of another"));
      }
    }

    for (int i = 0; i < seen.size(); i++) {
      assertThat(settle(seen.get(i)).result()).isEqualTo(Integer.toString(i));
    }
    for (int i = 0; i < lists.size(); i++) {
      int first = 20 * i + 10;
      assertThat(settle(lists.get(i)).result())
          .hasSize(7)
          .startsWith("a2=" + (first + 2))
          .endsWith("a8=" + (first + 8));
    }
    assertAtRest(partition);
  }

  /** The records from a2 up to, but not with, a9b. */
  private static List<String> list(Transaction transaction) {
    List<String> found = new ArrayList<>();
    try (TransactionCursor records = transaction.scan(new KeyRange(bytes("a2"), bytes("a9b")))) {
      while (records.next()) {
        found.add(
            new String(records.id(), StandardCharsets.UTF_8) + "=" + Bench.text(records.record()));
      }
    }
    return found;
  }

  @Test
  void scansWhatTheTransactionItselfWrites() {
    PhysicalPartition partition = open();
    for (int i = 2; i < 9; i++) {
      settle(partition.submit(key("p"), put("a" + i, "old")));
    }

    Commit<List<String>> commit =
        settle(
            partition.submit(
                key("p"),
                transaction -> {
                  List<String> found = new ArrayList<>();
                  try (TransactionCursor records = transaction.scan(KeyRange.ALL)) {
                    while (records.next()) {
                      String id = new String(records.id(), StandardCharsets.UTF_8);
                      found.add(id + "=" + Bench.text(records.record()));
                      if (id.equals("a3")) {
                        delete("a3").evaluate(transaction);
                        delete("a5").evaluate(transaction);
                        put("a6", "new").evaluate(transaction);
                        put("a1", "behind").evaluate(transaction);
                        put("a65", "ahead").evaluate(transaction);
                      }
                    }
                  }
                  return found;
                }));

    assertThat(commit.result())
        .containsExactly("a2=old", "a3=old", "a4=old", "a6=new", "a65=ahead", "a7=old", "a8=old");
    assertAtRest(partition);
  }

  @Test
  void leavesNoTraceOfWorkThatFails() {
    PhysicalPartition partition = open();
    CompletableFuture<Commit<Long>> before = partition.submit(key("p"), put("a", "1"));
    CompletableFuture<Commit<Long>> failing =
        partition.submit(
            key("p"),
            transaction -> {
              put("a", "broken").evaluate(transaction);
              put("b", "broken").evaluate(transaction);
              throw new IllegalStateException("mine");
            });
    CompletableFuture<Commit<String>> after = partition.submit(key("p"), get("a"));

    assertThat(settle(before).lsn()).isEqualTo(1);
    assertThatThrownBy(() -> settle(failing)).hasRootCauseMessage("mine");
    assertThat(settle(after)).isEqualTo(new Commit<>("1", 1));
    assertAtRest(partition);
  }

  @Test
  void runsActionsAndUpkeepInTheOrderOfWork() {
    PhysicalPartition partition = open();
    var first = partition.submit(key("p"), put("a", "1"));
    var upkeep = partition.upkeep(new Batch().put(Family.LOG, keys.index(bytes("x")), bytes("y")));
    var second = partition.submit(key("p"), put("a", "2"));
    CompletableFuture<Long> lsn = partition.exclusive(() -> partition.state().lsn());
    CompletableFuture<Boolean> atRest = partition.exclusive(() -> partition.overlay().isEmpty());
    var third = partition.submit(key("p"), put("a", "3"));

    assertThat(settle(third).lsn()).isEqualTo(3);
    assertThat(List.of(first, upkeep, second)).allMatch(CompletableFuture::isDone);
    assertThat(lsn.join()).isEqualTo(2);
    assertThat(atRest.join()).isTrue();
    assertThat(store().get(Family.LOG, keys.index(bytes("x")))).isEqualTo(bytes("y"));
    assertAtRest(partition);
  }

  @Test
  void sendsWorkElsewhereOnceRetired() {
    PhysicalPartition partition = open();
    var before = partition.submit(key("p"), put("a", "1"));
    var ending =
        partition.exclusive(
            () -> {
              partition.retire();
              return true;
            });
    var after = partition.submit(key("p"), put("a", "2"));

    assertThat(settle(before).lsn()).isEqualTo(1);
    assertThat(settle(ending)).isTrue();
    assertThatThrownBy(() -> settle(after)).hasCauseInstanceOf(PartitionRetired.class);
    assertAtRest(partition);
  }

  @Test
  void takesNoWorkBehindAFenceUntilItKnowsTheNextMap() {
    PhysicalPartition partition = open();
    var before = partition.submit(key("p"), put("a", "1"));
    List<CompletableFuture<@Nullable Void>> fences = new ArrayList<>();
    var fence = partition.exclusive(() -> fences.add(partition.fence(2)));
    var behind = partition.submit(key("p"), put("a", "2"));
    var upkeep = partition.upkeep(new Batch().put(Family.LOG, keys.index(bytes("x")), bytes("y")));

    assertThat(settle(before).lsn()).isEqualTo(1);
    settle(fence);
    settle(fences.getFirst());
    assertFenced(behind);
    assertFenced(upkeep);
    assertThat(settle(partition.exclusive(() -> "runs"))).isEqualTo("runs");
    partition.epoch(2);
    assertThat(settle(partition.submit(key("p"), put("a", "3"))).lsn()).isEqualTo(2);
    assertThat(Fence.epoch(store(), SEGMENT, 0)).isEqualTo(2);
    assertAtRest(partition);
  }

  @Test
  void knowsTheFenceWhenItIsOpenedAgain() {
    PhysicalPartition first = open();
    List<CompletableFuture<@Nullable Void>> fences = new ArrayList<>();
    settle(first.exclusive(() -> fences.add(first.fence(2))));
    settle(fences.getFirst());
    first.retire();

    PhysicalPartition second = open();
    assertFenced(second.submit(key("p"), put("a", "1")));
    second.epoch(3);
    assertThat(settle(second.submit(key("p"), put("a", "2"))).lsn()).isEqualTo(1);
    assertAtRest(second);
  }

  private void assertFenced(CompletableFuture<?> work) {
    assertThatThrownBy(() -> settle(work))
        .cause()
        .isInstanceOfSatisfying(
            PartitionFenced.class, refusal -> assertThat(refusal.epoch()).isEqualTo(2));
  }

  @Test
  void takesUpWhereItLeftOff() {
    PhysicalPartition first = open();
    settle(first.submit(key("p"), put("a", "1")));
    first.retire();

    PhysicalPartition second = open();

    assertThat(settle(second.submit(key("p"), get("a")))).isEqualTo(new Commit<>("1", 1));
    assertThat(settle(second.submit(key("p"), put("a", "2"))).lsn()).isEqualTo(2);
    assertAtRest(second);
  }

  /** Everything is in the store, and the accounts are right. */
  private void assertAtRest(PhysicalPartition partition) {
    turns.run();
    deliver();
    turns.run();
    assertThat(partition.overlay().isEmpty()).isTrue();
    LogicalSize measured = LogicalSize.NONE;
    try (Cursor cursor = store().scan(Family.ITEMS, keys.records(KeyRange.ALL))) {
      while (cursor.next()) {
        measured = measured.plus(cursor.key().length + cursor.value().length, 1);
      }
    }
    PartitionState state = Bench.stored(store(), keys);
    assertThat(new LogicalSize(state.sizeBytes(), state.recordCount())).isEqualTo(measured);
    long lsn = 0;
    for (Change change : Bench.changes(partition.reader(ReadOptions.LEADER), KeyRange.ALL, 0)) {
      assertThat(change.lsn()).isGreaterThanOrEqualTo(lsn);
      lsn = change.lsn();
    }
  }
}
