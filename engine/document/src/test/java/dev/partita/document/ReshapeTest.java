package dev.partita.document;

import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.container.Container;
import dev.partita.container.EngineLimits;
import dev.partita.container.OwnedPartition;
import dev.partita.container.key.PartitionKey;
import dev.partita.json.JsonString;
import dev.partita.partition.PartitionDescriptor;
import dev.partita.partition.PartitionState;
import dev.partita.testkit.TestEngine;
import dev.partita.throughput.ThroughputLimits;
import dev.partita.throughput.ThroughputSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReshapeTest {

  private final Fixture fixture =
      new Fixture(
          EngineLimits.defaults()
              .withPhysicalPartitionBytes(200_000)
              .withThroughput(new ThroughputLimits(1_000, 600, false, 300, 3_000)));
  private final Items items =
      fixture.items(TestEngine.definition("c").withHistoryMillis(3_600_000));
  private final Container container = items.container();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void dividesDataInHalvesOfExactSize() {
    fill(0, 200);
    PartitionState before = container.partitions().getFirst().partition().state();

    fixture.engine.reshaper().split(container, 0);

    List<OwnedPartition> halves = container.partitions();
    assertThat(halves).extracting(OwnedPartition::number).containsExactly(1, 2);
    long left = halves.get(0).partition().state().sizeBytes();
    long right = halves.get(1).partition().state().sizeBytes();
    assertThat(left + right).isEqualTo(before.sizeBytes());
    assertThat((double) left / before.sizeBytes()).isBetween(0.45, 0.55);
    assertThat(halves)
        .extracting(half -> half.partition().state().lsn())
        .containsOnly(before.lsn());
    assertThat(container.map().ancestors(1)).containsExactly(0);
    assertThat(container.successors(0)).hasSize(2);
    readAll(0, 200);
  }

  @Test
  void losesNothingWhenWritersDoNotStop() throws Exception {
    for (int i = 0; i < 50; i++) {
      items.create(null, json("{'id':'seed','pk':'k%d'}".formatted(i)));
    }
    Map<String, Integer> acknowledged = new ConcurrentHashMap<>();
    AtomicBoolean stop = new AtomicBoolean();
    List<Thread> writers = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    for (int w = 0; w < 4; w++) {
      int writer = w;
      writers.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      for (int i = 0; !stop.get(); i++) {
                        String pk = "k" + (i % 50);
                        String id = writer + "-" + (i % 500);
                        items.upsert(
                            null,
                            json("{'id':'%s','pk':'%s','v':%d}".formatted(id, pk, i)),
                            Precondition.NONE);
                        acknowledged.put(pk + "/" + id, i);
                      }
                    } catch (Throwable e) {
                      synchronized (failures) {
                        failures.add(e);
                      }
                    }
                  }));
    }
    while (acknowledged.isEmpty() && failures.isEmpty()) {
      Thread.onSpinWait();
    }
    for (int round = 0; round < 10; round++) {
      List<OwnedPartition> partitions = container.partitions();
      if (partitions.size() < 4) {
        OwnedPartition largest =
            Collections.max(
                partitions,
                Comparator.comparingLong(owned -> owned.partition().state().sizeBytes()));
        fixture.engine.reshaper().split(container, largest.number());
      } else {
        fixture
            .engine
            .reshaper()
            .merge(container, partitions.get(1).number(), partitions.get(2).number());
      }
    }
    stop.set(true);
    for (Thread writer : writers) {
      writer.join();
    }

    assertThat(failures).isEmpty();
    assertThat(acknowledged).isNotEmpty();
    acknowledged.forEach(
        (name, value) -> {
          String[] parts = name.split("/", -1);
          assertThat(
                  items
                      .read(PartitionKey.of(parts[0]), parts[1])
                      .requireItem()
                      .document()
                      .at("v")
                      .toString())
              .isEqualTo(Integer.toString(value));
        });
    long records =
        container.partitions().stream()
            .mapToLong(owned -> owned.partition().state().recordCount())
            .sum();
    assertThat(records).isEqualTo(acknowledged.size() + 50);
  }

  @Test
  void doesNotSplitOneLogicalPartition() {
    items.create(null, json("{'id':'1','pk':'only'}"));
    items.create(null, json("{'id':'2','pk':'only'}"));

    assertThatThrownBy(() -> fixture.engine.reshaper().split(container, 0))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("one partition key value");
    items.create(null, json("{'id':'3','pk':'only'}"));
  }

  @Test
  void splitsByItselfWhenAPartitionIsTooLarge() {
    fill(0, 600);

    fixture.engine.housekeeping().round();

    assertThat(container.partitions().size()).isGreaterThan(1);
    assertThat(container.partitions())
        .allSatisfy(
            owned ->
                assertThat(owned.partition().state().sizeBytes()).isLessThanOrEqualTo(200_000));
    readAll(0, 600);
  }

  @Test
  void splitsByItselfWhenThroughputAsksForMorePartitions() {
    fixture
        .engine
        .throughput()
        .changeContainer(container.number(), new ThroughputSettings.Manual(4_000));
    assertThat(fixture.engine.throughput().isRescaling(container)).isTrue();

    fixture.engine.housekeeping().round();

    assertThat(fixture.engine.throughput().isRescaling(container)).isFalse();
    assertThat(container.map().current()).extracting(PartitionDescriptor::number).hasSize(4);
  }

  @Test
  void carriesFeedPositionsAcrossSplitsAndMerges() {
    ChangeFeed feed = fixture.documents.changeFeed(container);
    fill(0, 50);
    Map<String, Integer> seen = new HashMap<>();
    FeedToken token =
        FeedToken.decode(feed.start(KeyRange.ALL, new FeedStart.Beginning()).encode());
    FeedPage page = feed.read(token, FeedMode.ALL_VERSIONS, 20);
    count(page, seen);
    fixture.engine.reshaper().split(container, 0);
    fill(50, 100);
    page = feed.read(FeedToken.decode(page.next().encode()), FeedMode.ALL_VERSIONS, 20);
    count(page, seen);
    fixture.engine.reshaper().merge(container, 1, 2);
    fill(0, 10);
    while (!page.caughtUp()) {
      page = feed.read(FeedToken.decode(page.next().encode()), FeedMode.ALL_VERSIONS, 20);
      count(page, seen);
    }

    assertThat(seen).hasSize(100);
    for (int i = 0; i < 100; i++) {
      assertThat(seen).containsEntry("i" + i, i < 10 ? 2 : 1);
    }
  }

  @Test
  void showsTheLatestVersionsOnceEach() {
    ChangeFeed feed = fixture.documents.changeFeed(container);
    fill(0, 30);
    fixture.engine.reshaper().split(container, 0);
    fill(0, 10);
    items.delete(PartitionKey.of("k7"), "i20", Precondition.NONE);

    List<String> ids = new ArrayList<>();
    FeedPage page =
        feed.read(feed.start(KeyRange.ALL, new FeedStart.Beginning()), FeedMode.LATEST_VERSION, 7);
    while (!page.caughtUp()) {
      page.changes().forEach(change -> ids.add(change.id()));
      page = feed.read(page.next(), FeedMode.LATEST_VERSION, 7);
    }

    assertThat(ids).hasSize(29).doesNotHaveDuplicates().doesNotContain("i20");
  }

  private static void count(FeedPage page, Map<String, Integer> seen) {
    page.changes().forEach(change -> seen.merge(change.id(), 1, Integer::sum));
  }

  private void fill(int from, int to) {
    for (int i = from; i < to; i++) {
      items.upsert(
          null,
          json("{'id':'i%d','pk':'k%d','f':'%s'}".formatted(i, i % 13, "x".repeat(300))),
          Precondition.NONE);
    }
  }

  private void readAll(int from, int to) {
    for (int i = from; i < to; i++) {
      assertThat(
              items.read(PartitionKey.of("k" + i % 13), "i" + i).requireItem().document().at("id"))
          .isEqualTo(JsonString.of("i" + i));
    }
  }
}
