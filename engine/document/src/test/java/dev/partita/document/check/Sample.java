package dev.partita.document.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.EngineLimits;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.UniqueKey;
import dev.partita.container.check.Finding;
import dev.partita.container.check.Problem;
import dev.partita.container.check.Progress;
import dev.partita.container.check.Summary;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.Documents;
import dev.partita.document.Items;
import dev.partita.json.JsonPath;
import dev.partita.partition.KeySpace;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.StoredRecord;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import dev.partita.storage.memory.MemoryStore;
import dev.partita.testkit.TestEngine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Engine of the harness whose store can be checked, and damaged without the engine. */
final class Sample extends TestEngine {

  static final long OPENING = 0x5C1D_07A4_93E6_2B80L;

  final Store store;
  final Documents documents = new Documents(engine);
  final int database;

  Sample() {
    this(new MemoryStore());
  }

  Sample(Store store) {
    this(store, "db");
  }

  Sample(Store store, String databaseName) {
    super(
        store,
        options ->
            options
                .withLimits(EngineLimits.defaults().withLogMillis(60_000))
                .withOpenings(() -> OPENING));
    this.store = store;
    database =
        engine.containers().createDatabase(Engine.DEFAULT_ACCOUNT, databaseName, null).number();
  }

  /** Items in it have unique e-mail addresses and may have a time to live. */
  static ContainerDefinition rich(String name) {
    return definition(name)
        .withUniqueKeys(List.of(new UniqueKey(List.of(JsonPath.parse("/email")))))
        .withDefaultTtlSeconds(-1);
  }

  Container create(ContainerDefinition definition) {
    return engine.containers().createContainer(database, definition, null);
  }

  Items items(ContainerDefinition definition) {
    return documents.items(create(definition));
  }

  /** What a check finds. */
  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    Summary summary = DataCheck.store(store, findings::add, Progress.NONE);
    assertThat(summary.findings()).isEqualTo(findings.size());
    return findings;
  }

  void requireSound() {
    assertThat(findings()).isEmpty();
  }

  /** Writes past the engine, and expects the check to find exactly this. */
  List<Finding> damage(Batch batch, Problem... expected) {
    store.write(batch);
    List<Finding> findings = findings();
    assertThat(findings).extracting(Finding::problem).containsExactlyInAnyOrder(expected);
    return findings;
  }

  /** Where an item lies in the store. */
  static byte[] key(Items items, String pk, String id) {
    return new KeySpace(items.container().number())
        .record(logical(items, pk), id.getBytes(StandardCharsets.UTF_8));
  }

  static LogicalKey logical(Items items, String pk) {
    return items.container().definition().scheme().logicalKey(pk(pk));
  }

  byte[] value(Family family, byte[] key) {
    return Objects.requireNonNull(store.get(family, key));
  }

  StoredRecord record(Items items, String pk, String id) {
    return Objects.requireNonNull(StoredRecord.read(value(Family.ITEMS, key(items, pk, id))));
  }

  /** The key of the entry for an item's newest version in the log of a partition. */
  byte[] logKey(Items items, int partition, String pk, String id) {
    StoredRecord record = record(items, pk, id);
    return new KeySpace(items.container().number())
        .logEntry(partition, record.lsn(), record.sequence());
  }

  static PartitionKey pk(String value) {
    return PartitionKey.of(value);
  }
}
