package dev.partita.partition;

import static dev.partita.partition.Bench.bytes;
import static dev.partita.partition.Bench.delete;
import static dev.partita.partition.Bench.get;
import static dev.partita.partition.Bench.key;
import static dev.partita.partition.Bench.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.base.time.Deadline;
import dev.partita.base.time.ManualClock;
import dev.partita.replication.NotLeading;
import dev.partita.simulated.SimulatedGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommitSignalTest {

  @Test
  void isGivenByACommitThatTouchesTheKeyAndNoOther() {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = bench.whole(Bench.PLAIN);
      bench.commit(partition, "a", put("1", "x"));
      CommitSignal signal = partition.signal(key("a"));

      bench.commit(partition, "b", put("1", "x"));
      assertThat(signal.ended()).isNotDone();
      // Nothing is written.
      bench.commit(partition, "a", get("1"));
      bench.commit(partition, "a", get("2"));
      assertThat(signal.ended()).isNotDone();

      bench.commit(partition, "a", delete("1"));
      assertThat(signal.ended()).isCompletedWithValue(true);
    }
  }

  @Test
  void isNotGivenByWorkThatFails() {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = bench.whole(Bench.PLAIN);
      CommitSignal signal = partition.signal(key("a"));
      var failed =
          partition.submit(
              key("a"),
              transaction -> {
                transaction.put(bytes("1"), null, Bench.record("x"));
                throw new DatabaseException(ErrorCode.CONFLICT, "no");
              });
      bench.turns.run();

      assertThat(failed).isCompletedExceptionally();
      assertThat(signal.ended()).isNotDone();
    }
  }

  /** The moments at which one can begin to wait while a write is on its way. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void isNotMissedWhereverTheWriteIs(int moment) {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = bench.whole(Bench.PLAIN);
      List<CommitSignal> opened = new ArrayList<>();
      Runnable open =
          () -> {
            CommitSignal signal = partition.signal(key("a"));
            opened.add(signal);
            assertThat(partition.state().lsn()).isZero();
          };
      bench.log.hold();
      if (moment == 0) {
        open.run();
      }
      // Evaluated by the caller.
      var answer = partition.submit(key("a"), put("1", "x"));
      if (moment == 1) {
        open.run();
      }
      // Proposed, and not durable.
      bench.turns.run();
      if (moment == 2) {
        open.run();
      }
      assertThat(opened.getFirst().ended()).isNotDone();
      bench.log.release(null);

      assertThat(answer).isCompleted();
      assertThat(opened.getFirst().ended()).isCompletedWithValue(true);
    }
  }

  @Test
  void isGivenWhenThePartitionIsRetiredOrItsWritesFail() {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = bench.whole(Bench.PLAIN);
      CommitSignal signal = partition.signal(key("a"));
      bench.run(
          partition.exclusive(
              () -> {
                partition.retire();
                return true;
              }));

      assertThat(signal.ended()).isCompletedWithValue(true);
      assertThatThrownBy(() -> partition.signal(key("a"))).isInstanceOf(PartitionRetired.class);
    }
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = bench.whole(Bench.PLAIN);
      bench.log.hold();
      var lost = partition.submit(key("b"), put("1", "x"));
      bench.turns.run();
      CommitSignal signal = partition.signal(key("a"));
      bench.log.release(new DatabaseException(ErrorCode.STORAGE_FULL, "no room"));

      assertThat(lost).isCompletedExceptionally();
      assertThat(signal.ended()).isCompletedWithValue(true);
      assertThatThrownBy(() -> partition.signal(key("a"))).isInstanceOf(DatabaseException.class);
    }
  }

  @Test
  void isGivenWhenAnotherNodeLeads() {
    Random random = new Random(5);
    SimulatedGroup group = new SimulatedGroup(random, List.of(7), 3, 20);
    Turns turns = new Turns();
    PartitionDescriptor descriptor = PartitionDescriptor.initial(0, KeyRange.ALL);
    List<PhysicalPartition> partitions = new ArrayList<>();
    for (SimulatedGroup.Node node : group.nodes()) {
      partitions.add(
          new PhysicalPartition(
              new PhysicalPartition.Environment(
                  node.store(), node, turns, new ManualClock(Bench.START_MILLIS)),
              new Segment(node.store(), new KeySpace(7)),
              descriptor,
              Lineage.of(descriptor),
              1,
              Bench.PLAIN));
    }
    int leader = elected(group, -1);
    turns.run();
    CommitSignal signal = partitions.get(leader).signal(key("a"));
    int next = elected(group, leader);
    turns.run();

    assertThat(signal.ended()).isCompletedWithValue(true);
    assertThatThrownBy(() -> partitions.get(leader).signal(key("a")))
        .isInstanceOf(NotLeading.class);
    assertThat(partitions.get(next).signal(key("a")).ended()).isNotDone();
  }

  private static int elected(SimulatedGroup group, int notThis) {
    for (int attempt = 0; attempt < 1000; attempt++) {
      group.elect();
      group.settle();
      for (int node = 0; node < group.nodes().size(); node++) {
        if (node != notThis && group.nodes().get(node).isLeader()) {
          return node;
        }
      }
    }
    throw new AssertionError("No other node was elected.");
  }

  @Test
  void endsWhenItIsClosedOrTheDeadlineIsOver() throws InterruptedException {
    try (Bench bench = new Bench()) {
      PhysicalPartition partition = bench.whole(Bench.PLAIN);
      CommitSignal signal = partition.signal(key("a"));
      CommitSignal other = partition.signal(key("a"));
      assertThat(signal.await(Deadline.in(1, Clock.system()))).isFalse();
      assertThat(signal.ended()).isNotDone();

      signal.close();
      bench.commit(partition, "a", put("1", "x"));
      assertThat(signal.await(Deadline.NONE)).isFalse();
      assertThat(other.await(Deadline.NONE)).isTrue();
      other.close();
      assertThat(other.await(Deadline.NONE)).isTrue();
    }
  }

  /** Each waits for every number that a writer gives out, and nobody ever writes twice for it. */
  @Test
  void wakesAllWhoWaitBesideAWriter() throws Exception {
    int last = 2_000;
    try (Bench bench = new Bench();
        ExecutorService threads = Executors.newCachedThreadPool()) {
      PhysicalPartition partition = bench.whole(Bench.PLAIN, threads);
      List<Future<Integer>> waiters = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        waiters.add(threads.submit(() -> follow(partition, last)));
      }
      for (int i = 1; i <= last; i++) {
        // The next one comes when this one has been seen, so each wake-up matters.
        partition.submit(key("a"), put("number", Integer.toString(i))).get(60, TimeUnit.SECONDS);
      }
      for (Future<Integer> waiter : waiters) {
        assertThat(waiter.get(60, TimeUnit.SECONDS)).isEqualTo(last);
      }
    }
  }

  private static int follow(PhysicalPartition partition, int last) throws InterruptedException {
    while (true) {
      try (CommitSignal signal = partition.signal(key("a"))) {
        StoredRecord record =
            partition.reader(ReadOptions.LEADER).get(RecordKey.encode(key("a"), bytes("number")));
        String text = Bench.text(record);
        if (text != null && Integer.parseInt(text) == last) {
          return last;
        }
        signal.await(Deadline.NONE);
      }
    }
  }
}
