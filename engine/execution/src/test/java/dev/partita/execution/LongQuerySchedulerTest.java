package dev.partita.execution;

import static dev.partita.execution.Fixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.base.time.ManualClock;
import dev.partita.document.Items;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.parallel.LongQueryScheduler;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.QueryRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who waits for whom. */
@Timeout(120)
final class LongQuerySchedulerTest {

  private final ManualClock clock = new ManualClock(0);

  @Test
  void whatIsShortNeedsNoTurn() throws Exception {
    LongQueryScheduler turns = Fixture.scheduler(1, 1);
    try (var _ = takenByVirtualThread(turns);
        LongQueryScheduler.Turn turn = turns.begin(clock)) {
      clock.advanceMillis(10);

      assertThat(onVirtualThread(() -> turn.goOn(0)).get()).isZero();
      assertThat(turns.atWork()).isEqualTo(2);
    }
  }

  @Test
  void whatTakesLongWaitsUntilAnotherIsDone() throws Exception {
    LongQueryScheduler turns = Fixture.scheduler(1, 1);
    LongQueryScheduler.Turn first = takenByVirtualThread(turns);
    try (LongQueryScheduler.Turn second = turns.begin(clock)) {
      clock.advanceMillis(11);
      FutureTask<Long> waiting = new FutureTask<>(() -> second.goOn(0));
      awaitWaiting(Thread.ofVirtual().start(waiting));
      assertThat(turns.atWork()).isEqualTo(1);
      clock.advanceMillis(7);

      first.close();

      assertThat(waiting.get()).isEqualTo(7_000_000);
      assertThat(turns.atWork()).isEqualTo(1);
    }
    assertThat(turns.atWork()).isZero();
  }

  @Test
  void whoHasHadATurnLetsTheNextHaveOne() throws Exception {
    LongQueryScheduler turns = Fixture.scheduler(1, 1);
    LongQueryScheduler.Turn second = turns.begin(clock);
    try (LongQueryScheduler.Turn first = takenByVirtualThread(turns)) {
      FutureTask<Long> waiting = new FutureTask<>(() -> second.goOn(0));
      awaitWaiting(Thread.ofVirtual().start(waiting));
      clock.advanceMillis(21);

      FutureTask<Long> waitingAgain = onVirtualThread(() -> first.goOn(0));

      assertThat(waiting.get()).isEqualTo(21_000_000);
      second.close();
      assertThat(waitingAgain.get()).isZero();
    }
  }

  @Test
  void whoKeepsMuchGoesOnToTheEndAndOthersWaitForTheRoom() throws Exception {
    LongQueryScheduler turns = Fixture.scheduler(2, 1);
    LongQueryScheduler.Turn first = turns.begin(clock);
    try (LongQueryScheduler.Turn second = turns.begin(clock)) {
      assertThat(onVirtualThread(() -> first.goOn(LongQueryScheduler.MUCH_BYTES)).get()).isZero();
      // A thread of the system needs no turn, but as much room.
      FutureTask<Long> waiting = new FutureTask<>(() -> second.goOn(LongQueryScheduler.MUCH_BYTES));
      awaitWaiting(Thread.ofPlatform().start(waiting));
      clock.advanceMillis(1_000);

      assertThat(onVirtualThread(() -> first.goOn(2 * LongQueryScheduler.MUCH_BYTES)).get())
          .isZero();
      assertThat(waiting).isNotDone();
      first.close();

      assertThat(waiting.get()).isEqualTo(1_000_000_000);
    }
  }

  @Test
  void nobodyWaitsForEver() throws Exception {
    LongQueryScheduler turns = new LongQueryScheduler(1, 1, 1, 1);
    try (var _ = takenByVirtualThread(turns);
        LongQueryScheduler.Turn second = turns.begin(clock)) {
      clock.advanceMillis(11);

      assertThatThrownBy(onVirtualThread(() -> second.goOn(0))::get)
          .cause()
          .isInstanceOfSatisfying(
              DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT));
    }
    takenByVirtualThread(turns).close();
  }

  @Test
  void whoIsInterruptedWhileWaitingLeavesNothingBehind() throws Exception {
    LongQueryScheduler turns = Fixture.scheduler(1, 1);
    try (var _ = takenByVirtualThread(turns)) {
      LongQueryScheduler.Turn second = turns.begin(clock);
      clock.advanceMillis(11);
      FutureTask<Long> waiting = new FutureTask<>(() -> second.goOn(0));
      Thread thread = Thread.ofVirtual().start(waiting);
      awaitWaiting(thread);

      thread.interrupt();

      assertThatThrownBy(waiting::get).hasCauseInstanceOf(DatabaseException.class);
      second.close();
      assertThat(turns.atWork()).isEqualTo(1);
    }
    takenByVirtualThread(turns).close();
    assertThat(turns.atWork()).isZero();
  }

  /** If the long ones did not give way, they would come to an end by taking too long. */
  @Test
  void aShortQueryIsAnsweredWhileMoreLongOnesThanThereAreProcessorsAreAtWork() throws Exception {
    int count = 4 * Runtime.getRuntime().availableProcessors();
    CountDownLatch begun = new CountDownLatch(count);
    CountDownLatch answered = new CountDownLatch(1);
    String list =
        IntStream.range(0, 1_000).mapToObj(String::valueOf).collect(Collectors.joining(","));
    ItemQueries queries = new ItemQueries(Fixture.SCHEDULER, QueryLimits.defaults());
    try (Fixture fixture = new Fixture(options -> options.withClock(Clock.system()));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Items items = fixture.items("c", "/pk");
      put(items, "{'id':'1','pk':'a','list':[%s]}".formatted(list));
      QueryRequest endless =
          QueryRequest.of(
                  "SELECT VALUE COUNT(1) FROM c JOIN x IN c.list JOIN y IN c.list JOIN z IN c.list"
                      + " JOIN w IN c.list WHERE x + y + z + w < 0")
              .withCancelled(
                  () -> {
                    begun.countDown();
                    return answered.getCount() == 0;
                  });
      List<FutureTask<QueryPage>> tasks = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        tasks.add(new FutureTask<>(() -> queries.page(items, endless)));
      }
      tasks.forEach(threads::execute);
      begun.await();

      QueryPage page =
          threads
              .submit(() -> queries.page(items, QueryRequest.of("SELECT VALUE c.id FROM c")))
              .get();
      answered.countDown();

      assertThat(page.values()).hasSize(1);
      for (FutureTask<QueryPage> task : tasks) {
        assertThatThrownBy(task::get)
            .cause()
            .isInstanceOfSatisfying(
                DatabaseException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
      }
    }
  }

  private LongQueryScheduler.Turn takenByVirtualThread(LongQueryScheduler turns) throws Exception {
    LongQueryScheduler.Turn turn = turns.begin(clock);
    clock.advanceMillis(11);
    assertThat(onVirtualThread(() -> turn.goOn(0)).get()).isZero();
    return turn;
  }

  private static <T> FutureTask<T> onVirtualThread(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    var _ = Thread.ofVirtual().start(task);
    return task;
  }

  private static void awaitWaiting(Thread thread) {
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }
}
