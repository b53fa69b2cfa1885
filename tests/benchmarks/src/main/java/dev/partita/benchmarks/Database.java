package dev.partita.benchmarks;

import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.EngineOptions;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionScheme;
import dev.partita.document.Documents;
import dev.partita.document.Items;
import dev.partita.index.IndexingPolicy;
import dev.partita.storage.Store;
import dev.partita.throughput.ThroughputSettings;

/** Engine with one container, without throughput limits. */
final class Database implements AutoCloseable {

  static final PartitionScheme SCHEME =
      new PartitionScheme.Hashed(PartitionKeyDefinition.hash("/pk"));

  private static final String NAME = "bench";

  private final Store store;
  private final Engine engine;
  private final Container container;
  private final Items items;

  private Database(Store store, Engine engine, Container container) {
    this.store = store;
    this.engine = engine;
    this.container = container;
    this.items = new Documents(engine).items(container);
  }

  /** Opens the database on a store, which is closed with it; creates it if the store is empty. */
  static Database over(Store store, int partitions) {
    return over(store, partitions, IndexingPolicy.NONE);
  }

  static Database over(Store store, int partitions, IndexingPolicy indexing) {
    Engine engine = Engine.open(store, EngineOptions.defaults().withThrottling(false));
    int database =
        engine
            .catalogue()
            .database(Engine.DEFAULT_ACCOUNT, NAME)
            .orElseGet(() -> engine.containers().createDatabase(Engine.DEFAULT_ACCOUNT, NAME, null))
            .number();
    long ruPerSecond = partitions * engine.limits().throughput().ruPerPartitionAtCreation();
    Container container =
        engine
            .containers()
            .container(database, NAME)
            .orElseGet(
                () ->
                    engine
                        .containers()
                        .createContainer(
                            database,
                            ContainerDefinition.of(NAME, SCHEME).withIndexing(indexing),
                            new ThroughputSettings.Manual(ruPerSecond)));
    return new Database(store, engine, container);
  }

  Store store() {
    return store;
  }

  Engine engine() {
    return engine;
  }

  Container container() {
    return container;
  }

  Items items() {
    return items;
  }

  @Override
  public void close() {
    engine.close();
  }
}
