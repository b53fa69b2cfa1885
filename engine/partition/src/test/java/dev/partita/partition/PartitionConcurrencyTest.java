package dev.partita.partition;

import static dev.partita.partition.Bench.HISTORY;
import static dev.partita.partition.Bench.PLAIN;
import static dev.partita.partition.Bench.bytes;
import static dev.partita.partition.Bench.key;
import static dev.partita.partition.Bench.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.KeyRange;
import dev.partita.replication.Effect;
import dev.partita.storage.Durability;
import dev.partita.storage.Store;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.memory.MemoryStore;
import dev.partita.storage.rocks.RocksStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PartitionConcurrencyTest {

  private static final int THREADS = 8;
  private static final int EACH = 250;

  @Test
  void commitsManyTransactionsInFewGroupsInMemory() throws Exception {
    commitManyTransactionsInFewGroups(new MemoryStore(), PhysicalPartition::submit);
  }

  @Test
  void commitsWhatIsLeftToTheWriterInFewGroups() throws Exception {
    commitManyTransactionsInFewGroups(new MemoryStore(), PhysicalPartition::enqueue);
  }

  @Test
  void commitsManyTransactionsInFewGroupsOnDisk(@TempDir Path directory) throws Exception {
    commitManyTransactionsInFewGroups(
        RocksStore.open(StoreOptions.in(directory).withDurability(Durability.RELAXED)),
        PhysicalPartition::submit);
  }

  /** A way to have work done. */
  private interface Submitting {
    CompletableFuture<Commit<Long>> apply(
        PhysicalPartition partition, LogicalKey key, Work<Long> work);
  }

  private static void commitManyTransactionsInFewGroups(Store store, Submitting submitting)
      throws Exception {
    try (Bench bench = new Bench(store);
        ExecutorService writers = Executors.newFixedThreadPool(2)) {
      PhysicalPartition partition = bench.whole(PLAIN, writers);
      // The first commit waits until everything has been submitted.
      CountDownLatch submitted = new CountDownLatch(THREADS);
      bench.log.before(() -> await(submitted));
      List<Future<List<CompletableFuture<Commit<Long>>>>> clients = new ArrayList<>();
      try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
        for (int t = 0; t < THREADS; t++) {
          int thread = t;
          clients.add(
              threads.submit(
                  () -> {
                    List<CompletableFuture<Commit<Long>>> answers = new ArrayList<>();
                    for (int i = 0; i < EACH; i++) {
                      answers.add(
                          submitting.apply(
                              partition, key("p" + i % 5), put(thread + "-" + i, "x" + i)));
                    }
                    submitted.countDown();
                    return answers;
                  }));
        }
      }
      Set<Long> lsns = new HashSet<>();
      for (Future<List<CompletableFuture<Commit<Long>>>> client : clients) {
        long previous = 0;
        for (CompletableFuture<Commit<Long>> answer : client.get()) {
          Commit<Long> commit = answer.join();
          assertThat(commit.lsn()).isEqualTo(commit.result()).isGreaterThan(previous);
          previous = commit.lsn();
          lsns.add(previous);
        }
      }

      assertThat(lsns).hasSize(THREADS * EACH);
      assertThat(partition.state().lsn()).isEqualTo(THREADS * EACH);
      assertThat(bench.log.effects().size()).isLessThan(THREADS * EACH / 20);
      long expected = 1;
      for (Effect effect : bench.log.effects()) {
        assertThat(effect.firstLsn()).isEqualTo(expected);
        expected = effect.lastLsn() + 1;
      }
      assertThat(bench.contents()).hasSize(THREADS * EACH);
      assertAccounts(bench, partition);
    }
  }

  @Test
  void countsExactHalvesWhileWritersRun() throws Exception {
    try (Bench bench = new Bench();
        ExecutorService writers = Executors.newFixedThreadPool(2)) {
      PhysicalPartition partition = bench.whole(PLAIN, writers);
      for (int i = 0; i < 50; i++) {
        partition.submit(key("p" + i % 10), put("seed" + i, "x")).join();
      }
      AtomicBoolean stop = new AtomicBoolean();
      List<Future<?>> clients = new ArrayList<>();
      try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
        for (int t = 0; t < 3; t++) {
          int thread = t;
          clients.add(threads.submit(() -> churn(partition, thread, stop)));
        }
        try {
          for (int round = 0; round < 40; round++) {
            byte[] boundary = bytes("p" + (1 + round % 9));
            SplitPreparation preparation = SplitPreparation.start(partition, boundary);
            KeyRange below = new KeyRange(bytes(""), boundary);
            partition
                .exclusive(
                    () -> {
                      SplitPreparation.Halves halves = preparation.halves();
                      assertThat(
                              new LogicalSize(
                                  halves.left().sizeBytes(), halves.left().recordCount()))
                          .isEqualTo(bench.measured(below));
                      return true;
                    })
                .join();
            preparation.abandon();
          }
        } finally {
          stop.set(true);
        }
      }
      for (Future<?> client : clients) {
        client.get();
      }
      assertAccounts(bench, partition);
    }
  }

  @Test
  void trimsExactlyWhileWritersRun() throws Exception {
    try (Bench bench = new Bench();
        ExecutorService writers = Executors.newFixedThreadPool(2)) {
      PhysicalPartition partition = bench.whole(HISTORY, writers);
      ChangeLog log = new ChangeLog(partition);
      AtomicBoolean stop = new AtomicBoolean();
      List<Future<?>> clients = new ArrayList<>();
      try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
        for (int t = 0; t < 3; t++) {
          int thread = t;
          clients.add(threads.submit(() -> churn(partition, thread, stop)));
        }
        try {
          for (int round = 0; round < 40; round++) {
            bench.clock.advanceMillis(10);
            log.trim(bench.clock.millis() - 20);
          }
        } finally {
          stop.set(true);
        }
      }
      for (Future<?> client : clients) {
        client.get();
      }

      bench.clock.advanceMillis(1_000);
      log.trim(bench.clock.millis());

      Set<String> newest = new HashSet<>();
      for (Change change : bench.changes(partition, 0)) {
        assertThat(ChangeLog.isNewest(partition.reader(ReadOptions.LEADER), change)).isTrue();
        assertThat(newest.add(Bench.name(change.key()))).isTrue();
      }
      assertThat(newest).isEqualTo(bench.contents().keySet());
    }
  }

  private static boolean churn(PhysicalPartition partition, int thread, AtomicBoolean stop) {
    for (int i = 0; !stop.get(); i++) {
      String id = thread + "-" + i % 20;
      int length = i * 7 % 90;
      partition
          .submit(
              key("p" + i % 10),
              transaction -> {
                StoredRecord current = transaction.get(bytes(id));
                if (current != null && length % 3 == 0) {
                  transaction.delete(bytes(id), current, false);
                } else {
                  transaction.put(bytes(id), current, Bench.record("x".repeat(length)));
                }
                return true;
              })
          .join();
    }
    return true;
  }

  private static void assertAccounts(Bench bench, PhysicalPartition partition) {
    LogicalSize measured = bench.measured(partition.descriptor().positions());
    assertThat(partition.state().sizeBytes()).isEqualTo(measured.sizeBytes());
    assertThat(partition.state().recordCount()).isEqualTo(measured.recordCount());
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
