package dev.partita.partition;

import static dev.partita.partition.Bench.PLAIN;
import static dev.partita.partition.Bench.bytes;
import static dev.partita.partition.Bench.delete;
import static dev.partita.partition.Bench.get;
import static dev.partita.partition.Bench.key;
import static dev.partita.partition.Bench.put;
import static dev.partita.partition.Bench.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.replication.Effect;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PhysicalPartitionTest {

  private final Bench bench = new Bench();
  private final PhysicalPartition partition = bench.whole(PLAIN);

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void commitsWhatHasQueuedInFewGroups() {
    List<CompletableFuture<Commit<Long>>> answers = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      answers.add(partition.submit(key("p" + i % 7), put("id" + i, "x")));
    }

    bench.turns.run();

    assertThat(bench.log.effects()).hasSizeBetween(2, 8);
    assertThat(lsnsInARow()).isEqualTo(100);
    for (int i = 0; i < 100; i++) {
      assertThat(answers.get(i).join()).isEqualTo(new Commit<>(i + 1L, i + 1L));
    }
    assertThat(partition.state().lsn()).isEqualTo(100);
    assertThat(partition.state().recordCount()).isEqualTo(100);
  }

  @Test
  void seesWhatWasEvaluatedBeforeInTheSameGroup() {
    var _ = partition.submit(key("p"), put("a", "1"));
    CompletableFuture<Commit<String>> seen = partition.submit(key("p"), get("a"));
    var _ = partition.submit(key("p"), delete("a"));
    CompletableFuture<Commit<String>> gone = partition.submit(key("p"), get("a"));

    bench.turns.run();

    assertThat(seen.join()).isEqualTo(new Commit<>("1", 1));
    assertThat(gone.join().result()).isEqualTo(Bench.NONE);
    assertThat(bench.contents()).isEmpty();
    assertThat(bench.store.get(Family.STATE, bench.keys.logicalState(key("p")))).isNull();
  }

  @Test
  void givesNoLsnToWhatWritesNothing() {
    bench.commit(partition, "p", put("a", "1"));

    Commit<String> read = bench.commit(partition, "p", get("a"));

    assertThat(read.lsn()).isEqualTo(1);
    assertThat(bench.log.effects()).hasSize(1);
    assertThat(bench.commit(partition, "p", put("b", "2")).lsn()).isEqualTo(2);
  }

  @Test
  void leavesNoTraceOfWorkThatFailsAndDoesNotDisturbItsNeighbours() {
    CompletableFuture<Commit<Long>> before = partition.submit(key("p"), put("a", "1"));
    CompletableFuture<Commit<Object>> failing =
        partition.submit(
            key("p"),
            transaction -> {
              transaction.put(bytes("a"), transaction.get(bytes("a")), record("broken"));
              transaction.put(bytes("b"), null, record("broken"));
              transaction.putIndex(bytes("i"), bytes("broken"));
              throw new IllegalStateException("mine");
            });
    CompletableFuture<Commit<Long>> after = partition.submit(key("p"), put("c", "3"));

    bench.turns.run();

    assertThat(before.join().lsn()).isEqualTo(1);
    assertThat(after.join().lsn()).isEqualTo(2);
    assertThatThrownBy(failing::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("mine");
    assertThat(bench.contents()).containsOnlyKeys("p/a", "p/c").containsEntry("p/a", "1");
    assertThat(bench.store.get(Family.INDEX, bench.keys.index(bytes("i")))).isNull();
    assertThat(bench.changes(partition, 0)).hasSize(2);
    assertAccounts();
  }

  /** Whoever is told that an id is taken must find the record that took it. */
  @Test
  void answersFailuresOnlyOnceTheirCauseIsDurable() {
    CompletableFuture<Commit<Long>> first = partition.submit(key("p"), put("a", "1"));
    CompletableFuture<Commit<Long>> second =
        partition.submit(
            key("p"),
            transaction -> {
              if (transaction.get(bytes("a")) != null) {
                throw new DatabaseException(ErrorCode.CONFLICT, "taken");
              }
              return 0L;
            });
    List<Boolean> answeredEarly = new ArrayList<>();
    bench.log.before(() -> answeredEarly.add(first.isDone() || second.isDone()));

    bench.turns.run();

    assertThat(answeredEarly).containsExactly(false);
    assertThat(first).isCompleted();
    assertThat(second).isCompletedExceptionally();
  }

  @Test
  void failsTheWholeGroupWhenItCannotBeCommitted() {
    bench.commit(partition, "p", put("kept", "1"));
    PartitionState before = partition.state();
    bench.log.failNext(1);
    List<CompletableFuture<?>> answers = new ArrayList<>();
    answers.add(partition.submit(key("p"), put("a", "1")));
    answers.add(partition.submit(key("p"), get("a")));
    answers.add(partition.submit(key("p"), delete("kept")));

    bench.turns.run();

    List<DatabaseException> failures = new ArrayList<>();
    for (CompletableFuture<?> answer : answers) {
      assertThatThrownBy(answer::join)
          .cause()
          .isInstanceOfSatisfying(DatabaseException.class, failures::add);
    }
    assertThat(failures)
        .allSatisfy(
            failure -> {
              assertThat(failure.code()).isEqualTo(ErrorCode.STORAGE_FULL);
              assertThat(failure.context()).containsEntry("asked", "room");
            });
    assertThat(failures.get(0).with("mine", 1)).isNotSameAs(failures.get(1));
    assertThat(failures.get(1).context()).doesNotContainKey("mine");
    assertThat(partition.state()).isEqualTo(before);
    assertThat(bench.contents()).containsOnlyKeys("p/kept");
    assertThat(bench.commit(partition, "p", put("a", "2")).lsn()).isEqualTo(before.lsn() + 1);
    assertAccounts();
  }

  /** The second group is submitted, and so evaluated, while the first waits for the disk. */
  @Test
  void evaluatesTheNextGroupOnTopOfTheOneInFlight() {
    bench.commit(partition, "p", put("a", "0"));
    List<CompletableFuture<?>> next = new ArrayList<>();
    List<Boolean> answeredEarly = new ArrayList<>();
    CompletableFuture<Commit<Long>> first = partition.submit(key("p"), put("a", "1"));
    bench.log.before(
        () -> {
          if (next.isEmpty()) {
            next.add(partition.submit(key("p"), get("a")));
            next.add(partition.submit(key("p"), put("b", "12")));
            next.add(partition.submit(key("p"), delete("a")));
          }
          next.forEach(answer -> answeredEarly.add(answer.isDone()));
        });

    bench.turns.run();

    assertThat(answeredEarly).isNotEmpty().containsOnly(false);
    assertThat(first.join().lsn()).isEqualTo(2);
    assertThat(next.getFirst().join()).isEqualTo(new Commit<>("1", 2));
    assertThat(bench.log.effects())
        .extracting(Effect::firstLsn, Effect::lastLsn)
        .containsExactly(tuple(1L, 1L), tuple(2L, 2L), tuple(3L, 4L));
    assertThat(bench.contents()).containsOnlyKeys("p/b");
    assertThat(bench.logicalSize("p")).isEqualTo(bench.measured(KeyRange.ALL));
    assertAccounts();
  }

  /** More than one group is full before the first of them is written. */
  @Test
  void evaluatesGroupsOnTopOfOthersThatWait() {
    List<CompletableFuture<Commit<String>>> seen = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      var _ = partition.submit(key("p"), put("a", Integer.toString(i)));
      seen.add(partition.submit(key("p"), get("a")));
      if (i % 10 == 9) {
        var _ = partition.submit(key("p"), delete("a"));
      }
    }

    bench.turns.run();

    for (int i = 0; i < 100; i++) {
      assertThat(seen.get(i).join().result()).isEqualTo(Integer.toString(i));
    }
    assertThat(bench.log.effects()).hasSizeGreaterThan(3);
    assertThat(lsnsInARow()).isEqualTo(110);
    assertThat(bench.contents()).isEmpty();
    assertAccounts();
  }

  @Test
  void failsAllGroupsOnTopOfOneThatFails() {
    bench.commit(partition, "p", put("a", "0"));
    PartitionState before = partition.state();
    List<CompletableFuture<Commit<Long>>> answers = new ArrayList<>();
    for (int i = 1; i <= 200; i++) {
      answers.add(partition.submit(key("p" + i % 3), put("a", "of " + i)));
    }
    bench.log.failNext(1);

    bench.turns.run();

    long failed = answers.stream().filter(CompletableFuture::isCompletedExceptionally).count();
    // What was evaluated before the first group was written; the rest was so afterwards.
    assertThat(failed).isBetween(32L, 199L);
    assertThat(answers.subList(0, (int) failed))
        .allSatisfy(answer -> assertThat(answer).isCompletedExceptionally());
    assertThat(answers.get((int) failed).join().lsn()).isEqualTo(before.lsn() + 1);
    assertThat(partition.state().lsn()).isEqualTo(before.lsn() + 200 - failed);
    assertThat(bench.contents()).containsEntry("p2/a", "of 200");
    LogicalSize sizes = LogicalSize.NONE;
    for (String name : List.of("p", "p0", "p1", "p2")) {
      LogicalSize size = bench.logicalSize(name);
      sizes = sizes.plus(size.sizeBytes(), size.recordCount());
    }
    assertThat(sizes).isEqualTo(bench.measured(KeyRange.ALL));
    assertAccounts();
  }

  @Test
  void failsWhatWasEvaluatedOnTopOfAGroupThatFails() {
    bench.commit(partition, "p", put("kept", "1"));
    PartitionState before = partition.state();
    List<CompletableFuture<?>> answers = new ArrayList<>();
    answers.add(partition.submit(key("p"), put("a", "1")));
    bench.log.before(
        () -> {
          if (answers.size() == 1) {
            answers.add(partition.submit(key("p"), get("a")));
            answers.add(partition.submit(key("p"), put("kept", "2")));
          }
        });
    bench.log.failNext(1);

    bench.turns.run();

    assertThat(answers)
        .hasSize(3)
        .allSatisfy(
            answer ->
                assertThatThrownBy(answer::join)
                    .cause()
                    .isInstanceOfSatisfying(
                        DatabaseException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.STORAGE_FULL)));
    assertThat(partition.state()).isEqualTo(before);
    assertThat(bench.contents()).containsExactly(entry("p/kept", "1"));
    assertThat(bench.commit(partition, "p", put("a", "3")).lsn()).isEqualTo(before.lsn() + 1);
    assertThat(bench.logicalSize("p")).isEqualTo(bench.measured(KeyRange.ALL));
    assertAccounts();
  }

  @Test
  void goesOnWhileAGroupIsNotDurable() {
    bench.log.hold();
    PartitionState before = partition.state();
    var first = partition.submit(key("p"), put("a", "1"));
    bench.turns.run();
    var read = partition.submit(key("p"), get("a"));
    var second = partition.submit(key("p"), put("a", "2"));
    bench.turns.run();

    assertThat(bench.log.effects()).hasSize(2);
    assertThat(List.of(first, read, second)).noneMatch(CompletableFuture::isDone);
    assertThat(partition.state()).isEqualTo(before);

    bench.log.release(null);
    assertThat(first.join().lsn()).isEqualTo(1);
    assertThat(read.join().result()).isEqualTo("1");
    assertThat(second.join().lsn()).isEqualTo(2);
    assertThat(partition.state().lsn()).isEqualTo(2);
    assertAccounts();
  }

  @Test
  void runsAnActionWhenWhatCameBeforeItIsDurable() {
    bench.log.hold();
    var _ = partition.submit(key("p"), put("a", "1"));
    bench.turns.run();
    CompletableFuture<Long> action = partition.exclusive(() -> partition.state().lsn());
    bench.turns.run();
    assertThat(action).isNotDone();

    bench.log.release(null);
    bench.turns.run();
    assertThat(action.join()).isEqualTo(1);
  }

  @Test
  void failsWhatNobodyKnowsToBeDurable() {
    bench.log.hold();
    PartitionState before = partition.state();
    var put = partition.submit(key("p"), put("a", "1"));
    var read = partition.submit(key("p"), get("a"));
    bench.turns.run();
    var later = partition.submit(key("p"), get("a"));
    bench.turns.run();

    bench.log.release(new DatabaseException(ErrorCode.UNAVAILABLE, "No disk."));

    for (CompletableFuture<?> answer : List.of(put, read, later)) {
      assertThatThrownBy(answer::join)
          .cause()
          .isInstanceOfSatisfying(
              DatabaseException.class,
              failure -> assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE));
    }
    assertThat(partition.state()).isEqualTo(before);
  }

  @Test
  void doesNotKeepAThreadWhileTooMuchIsNotVisible() {
    bench.log.hold();
    List<CompletableFuture<Commit<Long>>> answers = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      answers.add(partition.submit(key("p" + i), put("a", "1")));
    }

    bench.turns.run();

    int ahead = bench.log.effects().size();
    assertThat(ahead).isBetween(2, 8);
    assertThat(answers).noneMatch(CompletableFuture::isDone);
    bench.log.release(null);
    bench.turns.run();
    assertThat(bench.log.effects()).hasSizeGreaterThan(ahead);
    assertThat(lsnsInARow()).isEqualTo(500);
    assertThat(answers).allMatch(CompletableFuture::isDone);
    assertAccounts();
  }

  @Test
  void runsAnActionAfterWhatCameBeforeItAndBeforeWhatComesAfter() {
    List<Long> lsns = new ArrayList<>();
    var _ = partition.submit(key("p"), put("a", "1"));
    var _ = partition.submit(key("p"), put("b", "1"));
    CompletableFuture<Long> first = partition.exclusive(() -> partition.state().lsn());
    CompletableFuture<Long> second =
        partition.exclusive(
            () -> {
              lsns.add(partition.state().lsn());
              throw new IllegalStateException("mine");
            });
    var _ = partition.submit(key("p"), put("c", "1"));
    CompletableFuture<Long> third = partition.exclusive(() -> partition.state().lsn());

    bench.turns.run();

    assertThat(first.join()).isEqualTo(2);
    assertThat(lsns).containsExactly(2L);
    assertThatThrownBy(second::join).hasRootCauseMessage("mine");
    assertThat(third.join()).isEqualTo(3);
  }

  @Test
  void writesUpkeepWithoutAnLsn() {
    bench.commit(partition, "p", put("a", "1"));

    var upkept = partition.upkeep(new Batch().put(Family.INDEX, bytes("x"), bytes("y")));
    bench.turns.run();

    assertThat(upkept).isCompleted();
    Effect upkeep = bench.log.effects().getLast();
    assertThat(upkeep.firstLsn()).isGreaterThan(upkeep.lastLsn());
    assertThat(bench.store.get(Family.INDEX, bytes("x"))).isEqualTo(bytes("y"));
    assertThat(bench.commit(partition, "p", put("b", "1")).lsn()).isEqualTo(2);
  }

  @Test
  void sendsQueuedAndLaterWorkElsewhereOnceRetired() {
    CompletableFuture<Commit<Long>> before = partition.submit(key("p"), put("a", "1"));
    CompletableFuture<Boolean> ending =
        partition.exclusive(
            () -> {
              partition.retire();
              return true;
            });
    List<CompletableFuture<?>> late = new ArrayList<>();
    late.add(partition.submit(key("p"), put("b", "1")));
    late.add(partition.exclusive(() -> true));
    late.add(partition.upkeep(new Batch().put(Family.INDEX, bytes("x"), bytes("y"))));
    bench.turns.run();
    late.add(partition.submit(key("p"), put("c", "1")));
    late.add(partition.exclusive(() -> true));
    bench.turns.run();

    assertThat(before.join().lsn()).isEqualTo(1);
    assertThat(ending.join()).isTrue();
    assertThat(late)
        .allSatisfy(
            answer -> assertThatThrownBy(answer::join).hasCauseInstanceOf(PartitionRetired.class));
    assertThat(bench.contents()).containsOnlyKeys("p/a");
    assertThat(bench.log.effects()).hasSize(1);
  }

  @Test
  void refusesWorkWhenTooMuchWaits() {
    for (int i = 0; i < 1 << 16; i++) {
      var _ = partition.submit(key("p"), get("a"));
    }

    assertThatThrownBy(() -> partition.submit(key("p"), get("a")))
        .isInstanceOfSatisfying(
            DatabaseException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.UNAVAILABLE));
    bench.turns.run();
    assertThat(bench.commit(partition, "p", put("a", "1")).lsn()).isEqualTo(1);
  }

  @Test
  void doesNotLetAGroupGrowWithoutBound() {
    PhysicalPartition generous =
        bench.whole(new PartitionSettings(1L << 40, ChangeLogPolicy.HISTORY));
    String large = "x".repeat(1 << 20);
    List<CompletableFuture<Commit<Long>>> answers = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      answers.add(generous.submit(key("p" + i), put("a", large)));
    }

    bench.turns.run();

    assertThat(lsnsInARow()).isEqualTo(40);
    assertThat(bench.log.effects())
        .allSatisfy(effect -> assertThat(effect.batch().sizeBytes()).isLessThan(12 << 20));
    assertThat(bench.log.effects()).hasSizeBetween(5, 20);
    assertThat(answers).allSatisfy(answer -> assertThat(answer).isCompleted());
  }

  @Test
  void answersEverythingWhenTheWritersHaveStopped() {
    CompletableFuture<Commit<Long>> under = partition.submit(key("p"), put("a", "1"));
    bench.turns.stop();
    List<CompletableFuture<?>> late = new ArrayList<>();
    late.add(partition.submit(key("p"), put("b", "1")));
    bench.turns.run();
    late.add(partition.submit(key("p"), put("c", "1")));
    late.add(partition.exclusive(() -> true));

    assertThat(under.join().lsn()).isEqualTo(1);
    assertThat(late.getFirst()).isCompleted();
    assertThat(late.subList(1, 3))
        .allSatisfy(
            answer ->
                assertThatThrownBy(answer::join)
                    .cause()
                    .isInstanceOfSatisfying(
                        DatabaseException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE)));
  }

  @Test
  void takesUpItsStateWhereItLeftOff() {
    bench.commit(partition, "p", put("a", "1"));
    bench.clock.advanceMillis(500);
    bench.commit(
        partition,
        "q",
        transaction -> {
          transaction.put(bytes("b"), null, record("22"));
          return transaction.nextSerial();
        });

    PhysicalPartition reopened = bench.whole(PLAIN);

    assertThat(reopened.state()).isEqualTo(partition.state());
    assertThat(reopened.state().serial()).isEqualTo(1);
    assertThat(bench.commit(reopened, "q", Transaction::nextSerial).result()).isEqualTo(2);
    assertThat(bench.commit(reopened, "p", put("a", "3")).lsn()).isEqualTo(3);
  }

  /** The LSN of the last effect, if each begins where the one before it has ended. */
  private long lsnsInARow() {
    long last = 0;
    for (Effect effect : bench.log.effects()) {
      assertThat(effect.firstLsn()).isEqualTo(last + 1);
      last = effect.lastLsn();
    }
    return last;
  }

  private void assertAccounts() {
    LogicalSize measured = bench.measured(partition.descriptor().positions());
    assertThat(partition.state().sizeBytes()).isEqualTo(measured.sizeBytes());
    assertThat(partition.state().recordCount()).isEqualTo(measured.recordCount());
  }
}
