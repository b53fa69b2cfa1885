package dev.partita.document.check;

import static dev.partita.document.check.Sample.pk;
import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.check.Finding;
import dev.partita.container.check.Progress;
import dev.partita.container.check.Summary;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionScheme;
import dev.partita.document.ItemOperation;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.json.JsonNumber;
import dev.partita.storage.Store;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.rocks.RocksStore;
import dev.partita.testkit.TestEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever an engine goes through, the check finds nothing. */
class SoundStoreTest {

  private final Sample sample = new Sample();

  @AfterEach
  void close() {
    sample.close();
  }

  @Test
  void aNewStore() {
    sample.requireSound();
  }

  @Test
  void writesOfEveryKind() {
    Items items = sample.items(TestEngine.definition("c"));
    fill(items, 0, 40);
    fill(items, 10, 20);
    items.delete(pk("k3"), "i3", Precondition.NONE);
    items.batch(
        pk("k1"),
        List.of(
            new ItemOperation.Create(json("{'id':'new','pk':'k1'}")),
            new ItemOperation.Upsert(json("{'id':'new','pk':'k1','v':2}"), Precondition.NONE),
            new ItemOperation.Delete("i1", Precondition.NONE)));
    items.batch(
        pk("k1"),
        List.of(
            new ItemOperation.Create(json("{'id':'undone','pk':'k1'}")),
            new ItemOperation.Create(json("{'id':'new','pk':'k1'}"))));
    items.deleteAll(pk("k2"));

    sample.requireSound();
  }

  @Test
  void splitsAndMergesAmongWrites() {
    Items items = sample.items(TestEngine.definition("c").withHistoryMillis(60_000));
    Container container = items.container();
    for (int round = 0; round < 4; round++) {
      fill(items, round * 20, round * 20 + 40);
      OwnedPartition largest =
          Collections.max(
              container.partitions(),
              Comparator.comparingLong(owned -> owned.partition().state().sizeBytes()));
      sample.engine.reshaper().split(container, largest.number());
      fill(items, 0, 15);
      sample.requireSound();
      if (round % 2 == 1) {
        List<OwnedPartition> partitions = container.partitions();
        sample
            .engine
            .reshaper()
            .merge(container, partitions.get(0).number(), partitions.get(1).number());
        sample.requireSound();
      }
      items.delete(pk("k" + round % 13), "i" + round, Precondition.NONE);
      sample.clock.advanceMillis(45_000);
      sample.engine.housekeeping().round();
      sample.requireSound();
    }
    Container empty = sample.create(TestEngine.definition("empty"));
    sample.engine.reshaper().split(empty, 0);
    sample.requireSound();
  }

  @Test
  void timeToLiveAndUniqueKeys() {
    Items items = sample.items(Sample.rich("c"));
    items.create(null, json("{'id':'short','pk':'a','email':'x','ttl':5}"));
    items.create(null, json("{'id':'long','pk':'a','email':'y','ttl':500}"));
    items.create(null, json("{'id':'ever','pk':'a','ttl':-1}"));
    sample.requireSound();
    sample.clock.advanceMillis(6_000);
    sample.requireSound();
    items.create(null, json("{'id':'heir','pk':'a','email':'x'}"));
    sample.requireSound();
    items.replace(
        null, "long", json("{'id':'long','pk':'a','email':'z','ttl':600}"), Precondition.NONE);
    items.create(null, json("{'id':'other','pk':'a','email':'y'}"));
    sample.requireSound();
    sample.engine.housekeeping().round();
    sample.requireSound();
    sample
        .engine
        .containers()
        .changeDefinition(
            items.container().number(), items.container().definition().withDefaultTtlSeconds(10));
    sample.clock.advanceMillis(11_000);
    sample.requireSound();
    sample.engine.housekeeping().round();
    sample.requireSound();
    items.read(pk("a"), "ever");
  }

  @Test
  void anExpiredItemThatComesBackWithItsUniqueValues() {
    Items items = sample.items(Sample.rich("c"));
    items.create(null, json("{'id':'first','pk':'a','email':'x','ttl':5}"));
    sample.clock.advanceMillis(6_000);
    items.create(null, json("{'id':'heir','pk':'a','email':'x'}"));
    items.delete(pk("a"), "heir", Precondition.NONE);

    items.create(null, json("{'id':'first','pk':'a','email':'x'}"));

    sample.requireSound();
    assertThatThrownBy(() -> items.create(null, json("{'id':'new','pk':'a','email':'x'}")))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
  }

  @Test
  void historyThatComesAndGoes() {
    Items items = sample.items(TestEngine.definition("c"));
    ContainerDefinition definition = items.container().definition();
    fill(items, 0, 10);
    sample.clock.advanceMillis(10);
    sample
        .engine
        .containers()
        .changeDefinition(items.container().number(), definition.withHistoryMillis(30_000));
    fill(items, 0, 5);
    fill(items, 0, 3);
    items.delete(pk("k1"), "i1", Precondition.NONE);
    sample.requireSound();
    sample.clock.advanceMillis(10);
    sample.engine.containers().changeDefinition(items.container().number(), definition);
    fill(items, 0, 10);
    sample.requireSound();
    sample.clock.advanceMillis(200_000);
    sample.engine.housekeeping().round();
    sample.requireSound();
  }

  @Test
  void everyPartitionScheme() {
    PartitionKeyDefinition hierarchical = PartitionKeyDefinition.multiHash("/a", "/b");
    Items nested =
        sample.items(ContainerDefinition.of("nested", new PartitionScheme.Hashed(hierarchical)));
    nested.create(null, json("{'id':'1','a':'x','b':7}"));
    nested.create(null, json("{'id':'2','a':'x'}"));
    for (PartitionScheme scheme :
        List.of(
            new PartitionScheme.Ranged(),
            new PartitionScheme.Listed(List.of("east", "west")),
            new PartitionScheme.Single())) {
      Items items = sample.items(ContainerDefinition.of(scheme.getClass().getSimpleName(), scheme));
      items.create(pk("east"), json("{'id':'1'}"));
      items.create(pk("west"), json("{'id':'1'}"));
    }
    Items fixed = sample.items(ContainerDefinition.of("fixed", new PartitionScheme.Fixed(3)));
    fixed.create(PartitionKey.of(JsonNumber.of(2)), json("{'id':'1'}"));

    sample.requireSound();
  }

  @Test
  void deletedContainers() {
    Items cleared = sample.items(Sample.rich("cleared"));
    Items pending = sample.items(Sample.rich("pending").withHistoryMillis(1_000));
    fill(cleared, 0, 10);
    fill(pending, 0, 10);
    sample.engine.containers().deleteContainer(cleared.container().number());
    sample.engine.housekeeping().round();
    sample.requireSound();
    sample.engine.containers().deleteContainer(pending.container().number());
    sample.requireSound();
    sample.engine.containers().deleteDatabase(sample.database);
    sample.requireSound();
  }

  @Test
  void countsWhatItSees() {
    Items items = sample.items(Sample.rich("c"));
    fill(items, 0, 10);
    sample.engine.reshaper().split(items.container(), 0);
    List<Long> done = new ArrayList<>();

    Summary summary =
        DataCheck.store(
            sample.store,
            finding -> {},
            (bytes, total) -> {
              assertThat(bytes).isBetween(0L, total);
              done.add(bytes);
            });

    // The catalogue has a sequence, an account, a database and a container.
    assertThat(summary).isEqualTo(new Summary(2, 3, 14, 14, 10, 0, 0));
    assertThat(done).isSorted();
  }

  @Test
  void aFolderOnDisk(@TempDir Path folder) {
    try (Store store = RocksStore.open(StoreOptions.in(folder));
        Sample onDisk = new Sample(store)) {
      Items items = onDisk.items(Sample.rich("c").withHistoryMillis(60_000));
      fill(items, 0, 100);
      onDisk.engine.reshaper().split(items.container(), 0);
      fill(items, 50, 150);
    }
    List<Finding> findings = new ArrayList<>();

    Summary summary = DataCheck.folder(folder, findings::add, Progress.NONE);

    assertThat(findings).isEmpty();
    assertThat(summary.records()).isEqualTo(154);
  }

  private static void fill(Items items, int from, int to) {
    for (int i = from; i < to; i++) {
      items.upsert(
          null,
          json("{'id':'i%d','pk':'k%d','email':'e%d','v':%d}".formatted(i, i % 13, i, from)),
          Precondition.NONE);
    }
  }
}
