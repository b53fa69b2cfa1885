package dev.partita.testkit.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.Clock;
import dev.partita.base.time.Deadline;
import dev.partita.container.Container;
import dev.partita.container.ModelWork;
import dev.partita.container.TimerHandler;
import dev.partita.container.check.Finding;
import dev.partita.container.check.Progress;
import dev.partita.container.check.StoreCheck;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.model.Models;
import dev.partita.container.repair.StoreRepair;
import dev.partita.partition.KeySpace;
import dev.partita.partition.Timer;
import dev.partita.partition.TimerKind;
import dev.partita.partition.Transaction;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.memory.MemoryStore;
import dev.partita.storage.rocks.RocksStore;
import dev.partita.testkit.TestEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class QueueTest {

  private static final long VISIBILITY_MILLIS = 30_000;
  private static final String END = "end";
  private static final Models MODELS = new Models(List.of(QueueModel.MODEL));

  @TempDir private Path folder;

  @Test
  void hidesAMessageUntilItIsDeletedOrItsTimeIsOver() {
    try (TestEngine test = engine(new MemoryStore())) {
      MessageQueue queue = new MessageQueue(test.container(QueueModel.definition("c")), "q");
      queue.send("one");
      queue.send("two");
      Message first = received(queue);
      assertThat(first.body()).isEqualTo("one");
      assertThat(received(queue).body()).isEqualTo("two");
      assertThat(queue.receive(VISIBILITY_MILLIS)).isNull();

      test.clock.advanceMillis(VISIBILITY_MILLIS - 1);
      test.engine.timers().runDue();
      assertThat(queue.receive(VISIBILITY_MILLIS)).isNull();
      test.clock.advanceMillis(1);
      test.engine.timers().runDue();

      // The receipt of the first one who received it is void once another one has it.
      Message again = received(queue);
      assertThat(again.body()).isEqualTo("one");
      assertThat(again.deliveries()).isEqualTo(2);
      assertThat(queue.delete(first)).isFalse();
      assertThat(queue.delete(again)).isTrue();
      assertThat(queue.delete(again)).isFalse();
      assertThat(received(queue).body()).isEqualTo("two");
    }
  }

  @Test
  @Timeout(120)
  void losesNoMessageAndGivesNoneTwiceWhileItIsSplitAndMerged() throws Exception {
    int queues = 8;
    int consumers = 16;
    int each = 60;
    MemoryStore store = new MemoryStore();
    try (TestEngine test = engine(store);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Container container = test.container(QueueModel.definition("c"));
      Map<String, Integer> taken = new ConcurrentHashMap<>();
      Semaphore done = new Semaphore(0);
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < consumers; i++) {
        MessageQueue queue = new MessageQueue(container, "q" + i % queues);
        all.add(threads.submit(() -> consume(queue, taken, done)));
      }
      for (int i = 0; i < queues; i++) {
        MessageQueue queue = new MessageQueue(container, "q" + i);
        String name = "q" + i + "-";
        all.add(
            threads.submit(
                () -> {
                  for (int n = 0; n < each; n++) {
                    queue.send(name + n);
                  }
                }));
      }
      for (int quarter = 1; quarter <= 4; quarter++) {
        assertThat(done.tryAcquire(queues * each / 4, 100, TimeUnit.SECONDS)).isTrue();
        if (quarter % 2 == 1) {
          test.split(container, container.map().current().getFirst().number());
        } else {
          var current = container.map().current();
          test.engine.reshaper().merge(container, current.get(0).number(), current.get(1).number());
        }
      }
      for (int i = 0; i < consumers; i++) {
        new MessageQueue(container, "q" + i % queues).send(END);
      }
      for (Future<?> future : all) {
        future.get(100, TimeUnit.SECONDS);
      }

      assertThat(taken).hasSize(queues * each).allSatisfy((_, times) -> assertThat(times).isOne());
      assertThat(container.sizeBytes()).isZero();
      assertThat(container.map().version()).isGreaterThan(4);
      assertThat(findings(store)).isEmpty();
    }
  }

  private static boolean consume(MessageQueue queue, Map<String, Integer> taken, Semaphore done)
      throws InterruptedException {
    while (true) {
      Message message = queue.receive(VISIBILITY_MILLIS, Deadline.NONE);
      assertThat(queue.delete(Objects.requireNonNull(message))).isTrue();
      if (message.body().equals(END)) {
        return true;
      }
      taken.merge(message.body(), 1, Integer::sum);
      done.release();
    }
  }

  @Test
  @Timeout(120)
  void isWokenByATimerWithoutAnybodyElse() throws InterruptedException {
    try (TestEngine test =
        new TestEngine(
            options -> options.withClock(Clock.system()).withHousekeepingMillis(60_000))) {
      test.engine.start(QueueModel.STORED, QueueModel.WORK);
      MessageQueue queue = new MessageQueue(test.container(QueueModel.definition("c")), "q");
      queue.send("one");
      Message first = Objects.requireNonNull(queue.receive(50));
      Message again = Objects.requireNonNull(queue.receive(50, Deadline.NONE));
      assertThat(again.body()).isEqualTo("one");
      assertThat(again.deliveries()).isEqualTo(first.deliveries() + 1);
    }
  }

  @Test
  void aFailingTimerIsTriedAgainAndHoldsUpNoOther() {
    try (TestEngine test = new TestEngine()) {
      boolean[] fails = {true};
      test.engine.start(
          QueueModel.STORED,
          new ModelWork() {
            @Override
            public Map<TimerKind, TimerHandler> timers() {
              return Map.of(
                  QueueModel.VISIBILITY,
                  (container, timer, transaction) -> {
                    boolean done = handled(container, timer, transaction);
                    if (fails[0] && timer.name()[7] == 1) {
                      throw new IllegalStateException("as asked");
                    }
                    return done;
                  });
            }
          });
      MessageQueue queue = new MessageQueue(test.container(QueueModel.definition("c")), "q");
      queue.send("one");
      queue.send("two");
      received(queue);
      received(queue);
      test.clock.advanceMillis(VISIBILITY_MILLIS);
      test.engine.timers().runDue();
      assertThat(test.takeFaults()).singleElement().asString().contains("timers");
      assertThat(received(queue).body()).isEqualTo("two");
      assertThat(queue.receive(VISIBILITY_MILLIS)).isNull();

      fails[0] = false;
      test.clock.advanceMillis(1_000);
      test.engine.timers().runDue();
      assertThat(received(queue).body()).isEqualTo("one");
      assertThat(test.engine.health().warnings()).isEmpty();
    }
  }

  private static boolean handled(Container container, Timer timer, Transaction transaction) {
    return Objects.requireNonNull(QueueModel.WORK.timers().get(QueueModel.VISIBILITY))
        .handle(container, timer, transaction);
  }

  @Test
  void goesOnAfterACloseAndAfterAKill() throws IOException {
    Path killed = folder.resolve("killed");
    try (TestEngine test = engine(open(folder.resolve("data")))) {
      MessageQueue queue = new MessageQueue(test.container(QueueModel.definition("c")), "q");
      queue.send("one");
      queue.send("two");
      assertThat(received(queue).body()).isEqualTo("one");
      copy(folder.resolve("data"), killed);
    }
    for (Path left : List.of(folder.resolve("data"), killed)) {
      try (Store store = RocksStore.openReadOnly(StoreOptions.in(left))) {
        assertThat(findings(store)).isEmpty();
      }
      try (TestEngine test = engine(open(left))) {
        MessageQueue queue = new MessageQueue(test.container(QueueModel.definition("c")), "q");
        assertThat(received(queue).body()).isEqualTo("two");
        assertThat(queue.receive(VISIBILITY_MILLIS)).isNull();
        test.clock.advanceMillis(VISIBILITY_MILLIS);
        test.engine.timers().runDue();
        assertThat(List.of(received(queue).body(), received(queue).body()))
            .containsExactly("one", "two");
      }
    }
  }

  @Test
  void theCheckFindsWhatIsWrongAndTheRepairMendsIt() {
    MemoryStore store = new MemoryStore();
    try (TestEngine test = engine(store)) {
      Container container = test.container(QueueModel.definition("c"));
      MessageQueue queue = new MessageQueue(container, "q");
      queue.send("one");
      received(queue);
      assertThat(findings(store)).isEmpty();
      KeySpace keys = new KeySpace(container.number());
      byte[] timer =
          keys.index(
              QueueModel.VISIBILITY.key(
                  container.definition().scheme().logicalKey(PartitionKey.of("q")),
                  TestEngine.START_MILLIS + VISIBILITY_MILLIS,
                  new byte[] {0, 0, 0, 0, 0, 0, 0, 1}));
      store.write(
          new Batch()
              .delete(Family.INDEX, timer)
              .put(Family.INDEX, keys.index(new byte[] {'X'}), new byte[0])
              .put(Family.LOG, keys.logEntry(0, 1, 0), new byte[] {1}));

      assertThat(findings(store))
          .anyMatch(finding -> finding.contains(QueueProblem.TIMER_MISSING.text()))
          .anyMatch(finding -> finding.contains("kind that nothing knows"))
          .hasSize(3);
      new StoreRepair(store, MODELS.repairs()).run();
      assertThat(findings(store)).isEmpty();
      assertThat(findings(store, new Models(List.of())))
          .singleElement()
          .asString()
          .contains("model that this build does not know");
    }
  }

  private static TestEngine engine(Store store) {
    TestEngine test = new TestEngine(store, options -> options);
    test.engine.start(QueueModel.STORED, QueueModel.WORK);
    return test;
  }

  private static Message received(MessageQueue queue) {
    @Nullable Message message = queue.receive(VISIBILITY_MILLIS);
    return Objects.requireNonNull(message, "There is no message.");
  }

  private static Store open(Path data) {
    return RocksStore.open(StoreOptions.in(data));
  }

  private static List<String> findings(Store store) {
    return findings(store, MODELS);
  }

  private static List<String> findings(Store store, Models models) {
    List<String> found = new ArrayList<>();
    new StoreCheck(store, models.checks())
        .run((Finding finding) -> found.add(finding.toString()), Progress.NONE);
    return found;
  }

  /** What a process that was killed leaves. */
  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        if (!file.getFileName().toString().equals("LOCK")) {
          Files.copy(file, to.resolve(from.relativize(file).toString()));
        }
      }
    }
  }
}
