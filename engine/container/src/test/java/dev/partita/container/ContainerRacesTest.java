package dev.partita.container;

import static dev.partita.container.EngineBench.hashed;
import static dev.partita.container.EngineBench.holds;
import static dev.partita.container.EngineBench.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.map.PartitionMap;
import dev.partita.partition.ChangeLogPolicy;
import dev.partita.partition.PartitionDescriptor;
import dev.partita.throughput.ThroughputSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ContainerRacesTest {

  private final EngineBench bench = new EngineBench(options -> options.withThrottling(true));
  private final Engine engine = bench.engine();

  @AfterEach
  void close() {
    bench.close();
  }

  /** A change that was durable before a split may be published after it. */
  @Test
  void ignoresARecordThatIsPublishedLate() {
    Container container = bench.create("c");
    for (int i = 0; i < 20; i++) {
      put(container, "k" + i, "id", 10);
    }
    ContainerRecord late =
        engine
            .catalogue()
            .changeContainer(
                container.number(),
                record ->
                    record
                        .withDefinition(hashed("c").withHistoryMillis(5), 0)
                        .withThroughput(new ThroughputSettings.Manual(800)));
    engine.reshaper().split(container, 0);

    container.publish(late);

    assertThat(container.map().current()).hasSize(2);
    assertThat(container.definition().historyMillis()).isEqualTo(5);
    assertThat(put(container, "k1", "other", 10).by().number()).isNotZero();
    assertThat(container.partitions())
        .allSatisfy(
            owned -> {
              assertThat(owned.partition().settings().changeLog())
                  .isEqualTo(ChangeLogPolicy.HISTORY);
              assertThat(owned.admission().budget().rate().requestUnits()).isEqualTo(400);
            });
  }

  @Test
  void writesNothingToADeletedContainer() {
    Container container = bench.create("c");
    put(container, "k", "id", 10);

    engine.containers().deleteContainer(container.number());

    EngineBench.assertFails(ErrorCode.OWNER_NOT_FOUND, () -> put(container, "k", "late", 10));
    assertThat(engine.containers().container(container.number())).isEmpty();
    engine.housekeeping().round();
    assertThat(bench.keysOf(container.number())).isZero();
    Container again = bench.create("c");
    assertThat(again.number()).isNotEqualTo(container.number());
    assertThat(holds(again, "k", "id")).isFalse();
  }

  @Test
  void leavesNothingOfContainersThatAreDeletedInUse() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    Queue<Integer> created = new ConcurrentLinkedQueue<>();
    AtomicInteger newest = new AtomicInteger(-1);
    List<Future<?>> clients = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int t = 0; t < 3; t++) {
        int thread = t;
        clients.add(
            threads.submit(
                () -> {
                  for (int i = 0; !stop.get(); i++) {
                    use(newest.get(), thread + "-" + i);
                  }
                }));
      }
      clients.add(
          threads.submit(
              () -> {
                while (!stop.get()) {
                  engine.housekeeping().round();
                }
              }));
      try {
        for (int i = 0; i < 150; i++) {
          int number = bench.create("c" + i).number();
          created.add(number);
          newest.set(number);
          use(number, "seed");
          engine.containers().deleteContainer(number);
        }
      } finally {
        stop.set(true);
      }
    }
    for (Future<?> client : clients) {
      client.get();
    }
    engine.housekeeping().round();

    assertThat(created).hasSize(150);
    for (int number : created) {
      assertThat(bench.keysOf(number)).as("keys of container %d", number).isZero();
    }
  }

  private void use(int number, String id) {
    try {
      Optional<Container> container = engine.containers().container(number);
      if (container.isPresent()) {
        put(container.get(), "k" + id.hashCode() % 7, id, 10);
      }
    } catch (DatabaseException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.OWNER_NOT_FOUND);
    }
  }

  /** Every transaction is of a partition that was in charge then, and no LSN is given twice. */
  @Test
  void givesEveryTransactionToThePartitionInCharge() throws Exception {
    Container container = bench.create("c");
    for (int i = 0; i < 40; i++) {
      put(container, "k" + i, "seed", 10);
    }
    AtomicBoolean stop = new AtomicBoolean();
    Queue<Outcome<Long>> outcomes = new ConcurrentLinkedQueue<>();
    List<Future<?>> clients = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(5)) {
      for (int t = 0; t < 3; t++) {
        int thread = t;
        clients.add(
            threads.submit(
                () -> {
                  for (int i = 0; !stop.get(); i++) {
                    outcomes.add(put(container, "k" + i % 40, thread + "-" + i % 100, i % 50));
                  }
                }));
      }
      clients.add(
          threads.submit(
              () -> {
                for (int i = 1; !stop.get(); i++) {
                  engine
                      .containers()
                      .changeDefinition(container.number(), hashed("c").withHistoryMillis(i));
                  engine
                      .throughput()
                      .changeContainer(
                          container.number(), new ThroughputSettings.Manual(400 + i % 3 * 100));
                }
              }));
      try {
        for (int round = 0; round < 60; round++) {
          reshape(container);
        }
      } finally {
        stop.set(true);
      }
    }
    for (Future<?> client : clients) {
      client.get();
    }

    PartitionMap map = container.map();
    assertThat(map.version()).isEqualTo(61);
    Set<List<Long>> given = new HashSet<>();
    for (Outcome<Long> outcome : outcomes) {
      int number = outcome.by().number();
      assertThat(given.add(List.of((long) number, outcome.lsn()))).isTrue();
      assertThat(outcome.lsn())
          .isGreaterThan(outcome.by().partition().descriptor().start().lsn())
          .isLessThanOrEqualTo(lastLsn(map, number));
    }
    long counted =
        container.partitions().stream()
            .mapToLong(owned -> owned.partition().state().recordCount())
            .sum();
    Container reopened = bench.reopen().containers().container(container.number()).orElseThrow();
    assertThat(reopened.sizeBytes()).isEqualTo(container.sizeBytes());
    assertThat(reopened.record().throughput()).isEqualTo(container.record().throughput());
    assertThat(counted).isGreaterThan(40);
  }

  private void reshape(Container container) {
    List<OwnedPartition> partitions = container.partitions();
    if (partitions.size() < 4) {
      OwnedPartition largest =
          Collections.max(
              partitions, Comparator.comparingLong(owned -> owned.partition().state().sizeBytes()));
      engine.reshaper().split(container, largest.number());
    } else {
      engine.reshaper().merge(container, partitions.get(1).number(), partitions.get(2).number());
    }
  }

  private static long lastLsn(PartitionMap map, int number) {
    return map.retired().stream()
        .filter(retired -> retired.descriptor().number() == number)
        .mapToLong(PartitionMap.Retired::lastLsn)
        .findFirst()
        .orElseGet(
            () -> {
              assertThat(map.current()).extracting(PartitionDescriptor::number).contains(number);
              return Long.MAX_VALUE;
            });
  }
}
