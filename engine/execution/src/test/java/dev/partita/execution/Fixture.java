package dev.partita.execution;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.time.ManualClock;
import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.EngineOptions;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionScheme;
import dev.partita.document.Documents;
import dev.partita.document.ItemReader;
import dev.partita.document.ItemScan;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonValue;
import dev.partita.storage.Store;
import dev.partita.storage.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** An engine in memory with a clock of its own and one database, for tests. */
final class Fixture implements AutoCloseable {

  static final LongQueryScheduler SCHEDULER =
      LongQueryScheduler.forCarriers(Runtime.getRuntime().availableProcessors());

  final ManualClock clock = new ManualClock(1_800_000_000_000L);
  final Engine engine;
  final Documents documents;
  private final int database;

  Fixture() {
    this(options -> options);
  }

  Fixture(UnaryOperator<EngineOptions> change) {
    this(new MemoryStore(), change);
  }

  Fixture(Store store, UnaryOperator<EngineOptions> change) {
    engine =
        Engine.open(
            store,
            change.apply(
                EngineOptions.defaults()
                    .withThrottling(false)
                    .withHousekeepingMillis(0)
                    .withClock(clock)));
    documents = new Documents(engine);
    database = engine.containers().createDatabase(Engine.DEFAULT_ACCOUNT, "db", null).number();
  }

  int database() {
    return database;
  }

  /** A container whose key is at the paths. */
  Items items(String name, String... paths) {
    return items(ContainerDefinition.of(name, scheme(paths)));
  }

  Items items(ContainerDefinition definition) {
    return documents.items(engine.containers().createContainer(database, definition, null));
  }

  /** One that has pages wait for a minute, with two threads for scans. */
  static LongQueryScheduler scheduler(int most, int mostKeeping) {
    return new LongQueryScheduler(most, mostKeeping, 2, 60_000);
  }

  static PartitionScheme scheme(String... paths) {
    return new PartitionScheme.Hashed(
        paths.length == 1
            ? PartitionKeyDefinition.hash(paths[0])
            : PartitionKeyDefinition.multiHash(paths));
  }

  static void put(Items items, String... documents) {
    for (String document : documents) {
      items.upsert(null, json(document), Precondition.NONE);
    }
  }

  /** All documents in the order of their keys. */
  static List<JsonObject> all(Items items, KeyRange positions) {
    List<JsonObject> all = new ArrayList<>();
    ItemReader reader = items.reader();
    try (ItemScan scan = reader.scan(reader.newest(), reader.places(positions), null)) {
      while (scan.next()) {
        all.add(scan.item().document());
      }
    }
    return all;
  }

  void split(Container container, int partition) {
    engine.reshaper().split(container, partition);
  }

  /** The pages of a query to the end, with so many results on each at most. */
  static List<QueryPage> pages(ItemQueries queries, Items items, QueryRequest request) {
    List<QueryPage> pages = new ArrayList<>();
    String continuation = request.continuation();
    do {
      QueryPage page = queries.page(items, request.withContinuation(continuation));
      pages.add(page);
      continuation = page.continuation();
    } while (continuation != null);
    return pages;
  }

  static List<JsonValue> values(List<QueryPage> pages) {
    return pages.stream().flatMap(page -> page.values().stream()).toList();
  }

  /** JSON with single quotes for double ones. */
  static JsonObject json(String text) {
    return JsonReader.DEFAULT.readObject(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    engine.close();
  }

  /** Fifty items: ten keys with five each, ten numbers with five each. */
  static void fill(Items filled) {
    for (int i = 0; i < 50; i++) {
      put(
          filled,
          "{'id':'%d','pk':'p%d','n':%d,'even':%b,'tags':['t%d','t%d','t2']}"
              .formatted(i, i % 10, i / 5, i % 2 == 0, i % 4, i % 3)
              .replace(i % 2 == 0 ? "never" : ",'t2'", ""));
    }
  }
}
