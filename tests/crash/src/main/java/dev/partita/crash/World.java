package dev.partita.crash;

import dev.partita.base.time.Clock;
import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.EngineLimits;
import dev.partita.container.EngineOptions;
import dev.partita.container.ReshapeStep;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.UniqueKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionScheme;
import dev.partita.document.Documents;
import dev.partita.document.Items;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonPath;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.rocks.RocksStore;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Engine under test with its containers, as both processes of a test open it. */
final class World implements AutoCloseable {

  /** Container without history. */
  static final String PLAIN = "plain";

  /** Container that keeps every version for longer than a test runs. */
  static final String HISTORY = "history";

  /** Container with unique keys and expiring items, whose short history is trimmed continuously. */
  static final String RICH = "rich";

  static final List<String> CONTAINERS = List.of(PLAIN, HISTORY, RICH);

  private static final String DATABASE = "db";
  private static final long WRITE_BUFFER_BYTES = 1 << 20;
  private static final long DAY_MILLIS = 86_400_000L;

  private final Engine engine;
  private final Documents documents;
  private final int database;

  private World(Engine engine) {
    this.engine = engine;
    this.documents = new Documents(engine);
    this.database =
        engine
            .catalogue()
            .database(Engine.DEFAULT_ACCOUNT, DATABASE)
            .orElseGet(
                () -> engine.containers().createDatabase(Engine.DEFAULT_ACCOUNT, DATABASE, null))
            .number();
  }

  /**
   * Opens a folder with small write buffers, so that files are flushed and compacted continuously.
   */
  static World open(
      Path folder, Clock clock, long housekeepingMillis, Consumer<ReshapeStep> onStep) {
    EngineOptions options =
        EngineOptions.defaults()
            .withClock(clock)
            .withThrottling(false)
            .withHousekeepingMillis(housekeepingMillis)
            .withOnStep(onStep)
            .withLimits(
                EngineLimits.defaults().withPhysicalPartitionBytes(150_000).withLogMillis(30_000));
    return open(StoreOptions.in(folder), options);
  }

  /** Opens a folder on a small volume; partitions are split on demand only. */
  static World open(Path folder, Clock clock, long reserveBytes) {
    return open(
        StoreOptions.in(folder).withFreeSpaceReserveBytes(reserveBytes),
        EngineOptions.defaults().withClock(clock).withThrottling(false));
  }

  private static World open(StoreOptions store, EngineOptions options) {
    return new World(
        Engine.open(RocksStore.open(store.withWriteBufferBytes(WRITE_BUFFER_BYTES)), options));
  }

  Engine engine() {
    return engine;
  }

  Documents documents() {
    return documents;
  }

  boolean has(String container) {
    return engine.containers().container(database, container).isPresent();
  }

  /** Container by name; one of {@link #CONTAINERS} is created at its first use. */
  Container container(String name) {
    return engine.containers().container(database, name).orElseGet(() -> create(name));
  }

  Container create(String name) {
    return engine.containers().createContainer(database, definition(name), null);
  }

  Items items(String container) {
    return documents.items(container(container));
  }

  @Override
  public void close() {
    engine.close();
  }

  private static ContainerDefinition definition(String name) {
    ContainerDefinition plain =
        ContainerDefinition.of(name, new PartitionScheme.Hashed(PartitionKeyDefinition.hash("/pk")))
            .withIndexing(IndexingPolicy.DEFAULT);
    return switch (name) {
      case HISTORY -> plain.withHistoryMillis(30 * DAY_MILLIS);
      case RICH ->
          plain
              .withUniqueKeys(List.of(new UniqueKey(List.of(JsonPath.parse("/email")))))
              .withDefaultTtlSeconds(-1)
              .withHistoryMillis(40_000);
      default -> plain;
    };
  }
}
