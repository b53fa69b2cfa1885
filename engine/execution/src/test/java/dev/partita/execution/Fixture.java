package dev.partita.execution;

import static dev.partita.testkit.Expect.json;

import dev.partita.base.bytes.KeyRange;
import dev.partita.container.EngineOptions;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.document.Documents;
import dev.partita.document.ItemReader;
import dev.partita.document.ItemScan;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.parallel.LongQueryScheduler;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import dev.partita.storage.Store;
import dev.partita.storage.memory.MemoryStore;
import dev.partita.testkit.TestEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Engine of the harness with its documents, and queries over them. */
public final class Fixture extends TestEngine {

  public static final LongQueryScheduler SCHEDULER =
      LongQueryScheduler.forCarriers(Runtime.getRuntime().availableProcessors());

  public final Documents documents = new Documents(engine);

  public Fixture() {
    this(options -> options);
  }

  public Fixture(UnaryOperator<EngineOptions> change) {
    this(new MemoryStore(), change);
  }

  public Fixture(Store store, UnaryOperator<EngineOptions> change) {
    super(store, change);
  }

  /** Items of a new container with these key paths. */
  public Items items(String name, String... paths) {
    return items(ContainerDefinition.of(name, scheme(paths)));
  }

  public Items items(ContainerDefinition definition) {
    return documents.items(container(definition));
  }

  /** Scheduler with two threads for scans, whose pages wait for a minute. */
  public static LongQueryScheduler scheduler(int most, int mostKeeping) {
    return new LongQueryScheduler(most, mostKeeping, 2, 60_000);
  }

  public static void put(Items items, String... documents) {
    for (String document : documents) {
      items.upsert(null, json(document), Precondition.NONE);
    }
  }

  /** All documents in the order of their keys. */
  public static List<JsonObject> all(Items items, KeyRange positions) {
    List<JsonObject> all = new ArrayList<>();
    ItemReader reader = items.reader();
    try (ItemScan scan = reader.scan(reader.newest(), reader.places(positions), null)) {
      while (scan.next()) {
        all.add(scan.item().document());
      }
    }
    return all;
  }

  /** The pages of a query to the end, with so many results on each at most. */
  public static List<QueryPage> pages(ItemQueries queries, Items items, QueryRequest request) {
    List<QueryPage> pages = new ArrayList<>();
    String continuation = request.continuation();
    do {
      QueryPage page = queries.page(items, request.withContinuation(continuation));
      pages.add(page);
      continuation = page.continuation();
    } while (continuation != null);
    return pages;
  }

  public static List<JsonValue> values(List<QueryPage> pages) {
    return pages.stream().flatMap(page -> page.values().stream()).toList();
  }

  /** Fifty items: ten keys with five each, ten numbers with five each. */
  public static void fill(Items filled) {
    for (int i = 0; i < 50; i++) {
      put(
          filled,
          "{'id':'%d','pk':'p%d','n':%d,'even':%b,'tags':['t%d','t%d','t2']}"
              .formatted(i, i % 10, i / 5, i % 2 == 0, i % 4, i % 3)
              .replace(i % 2 == 0 ? "never" : ",'t2'", ""));
    }
  }
}
