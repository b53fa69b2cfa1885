package dev.partita.benchmarks;

import static dev.partita.benchmarks.report.FigureTable.number;
import static dev.partita.benchmarks.report.FigureTable.text;

import dev.partita.base.time.Clock;
import dev.partita.benchmarks.report.FigureTable;
import dev.partita.benchmarks.report.Result;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.Items;
import dev.partita.execution.ItemQueries;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.parallel.LongQueryScheduler;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.execution.plan.QueryScope;
import dev.partita.index.IndexingPolicy;
import dev.partita.storage.Durability;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.rocks.RocksStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Time of queries of different kinds over a container on disk, as it grows. */
record QueriesBenchmark(long documents) implements Benchmark {

  private static final Clock CLOCK = Clock.system();
  private static final int PARTITIONS = 4;
  private static final int WRITERS = 64;
  private static final int WARM_UPS = 2;

  /**
   * Kind of query.
   *
   * @param expected expected number of results; -1 if that depends on the data
   */
  private record Kind(String name, String sql, QueryScope scope, long expected) {

    Kind(String name, String sql, long expected) {
      this(name, sql, QueryScope.ALL, expected);
    }
  }

  /** Time of all pages of a query. */
  private record Run(double millis, double requestUnits, long itemsRead, long results) {}

  @Override
  public Result run(Setting setting) {
    List<FigureTable> tables = new ArrayList<>();
    boolean sound = true;
    long stored = 0;
    StoreOptions options =
        StoreOptions.in(setting.scratch().folder()).withDurability(Durability.RELAXED);
    try (Database database =
        Database.over(RocksStore.open(options), PARTITIONS, IndexingPolicy.DEFAULT)) {
      for (long size : List.of(documents / 20, documents / 2, documents)) {
        setting.progress().accept("queries: storing up to %,d documents".formatted(size));
        fill(database.items(), stored, size);
        stored = size;
        setting.progress().accept("queries: measuring");
        FigureTable table = table(size);
        for (Kind kind : kinds(size)) {
          sound &= measure(database.items(), kind, setting, table);
        }
        tables.add(table);
      }
    }
    return new Result(
        "queries",
        ("Queries over documents of about %,d bytes in %d partitions on disk, with all values"
                + " indexed, run in this process to their last page. Items are those read from the"
                + " store; what the index answers alone reads none.")
            .formatted(QueryDocuments.JSON_BYTES, PARTITIONS),
        tables,
        List.of(),
        sound);
  }

  private static void fill(Items items, long from, long to) {
    AtomicLong numbers = new AtomicLong(from);
    List<Thread> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      writers.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (long n = numbers.getAndIncrement();
                        n < to;
                        n = numbers.getAndIncrement()) {
                      items.create(null, QueryDocuments.document(n));
                    }
                  }));
    }
    for (Thread writer : writers) {
      try {
        writer.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException("The benchmark was interrupted.", e);
      }
    }
  }

  private static List<Kind> kinds(long size) {
    long some = size / 3;
    return List.of(
        new Kind(
            "id and key",
            "SELECT * FROM c WHERE c.id = '%s'".formatted(QueryDocuments.id(some)),
            new QueryScope.Key(PartitionKey.of(QueryDocuments.key(some))),
            1),
        new Kind(
            "equality, 10 hits",
            "SELECT * FROM c WHERE c.tenth = %d"
                .formatted(some / QueryDocuments.DOCUMENTS_PER_TENTH),
            QueryDocuments.DOCUMENTS_PER_TENTH),
        new Kind(
            "range, ORDER BY, TOP 10",
            "SELECT TOP 10 * FROM c WHERE c.number >= %d ORDER BY c.number".formatted(some),
            10),
        new Kind(
            "two predicates",
            "SELECT c.id FROM c WHERE c.city = 'city-7' AND c.status = 'status-3'",
            -1),
        new Kind(
            "array membership",
            "SELECT TOP 100 c.id FROM c WHERE ARRAY_CONTAINS(c.tags, 'tag-11')",
            -1),
        new Kind("COUNT", "SELECT VALUE COUNT(1) FROM c", 1),
        new Kind("COUNT of a value", "SELECT VALUE COUNT(1) FROM c WHERE c.status = 'status-3'", 1),
        new Kind(
            "COUNT of a range, half",
            "SELECT VALUE COUNT(1) FROM c WHERE c.number < %d".formatted(size / 2),
            1),
        new Kind(
            "SUM of a range, 5 %",
            "SELECT VALUE SUM(c.price) FROM c WHERE c.number < %d".formatted(size / 20), 1),
        new Kind(
            "GROUP BY, 100 groups",
            "SELECT c.city, COUNT(1) AS n, AVG(c.price) AS price FROM c GROUP BY c.city",
            QueryDocuments.CITIES),
        new Kind("DISTINCT", "SELECT DISTINCT VALUE c.city FROM c", QueryDocuments.CITIES),
        new Kind(
            "JOIN on an array",
            "SELECT VALUE COUNT(1) FROM c JOIN t IN c.tags WHERE t = 'tag-11'",
            1),
        new Kind(
            "full scan",
            "SELECT VALUE c.id FROM c WHERE c.number %% %d = 1".formatted(size / 10),
            10));
  }

  private static FigureTable table(long size) {
    return new FigureTable(
        "%,d documents".formatted(size),
        List.of(
            text("query"),
            number("median ms", 2),
            number("RU", 2),
            number("items read", 0),
            number("results", 0)));
  }

  private static boolean measure(Items items, Kind kind, Setting setting, FigureTable table) {
    ItemQueries queries =
        new ItemQueries(
            LongQueryScheduler.forCarriers(Runtime.getRuntime().availableProcessors()),
            QueryLimits.defaults());
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < WARM_UPS + setting.rounds(); i++) {
      Run run = once(queries, items, kind);
      if (i >= WARM_UPS) {
        runs.add(run);
      }
    }
    Run any = runs.getFirst();
    table.row(
        kind.name,
        Measurement.median(runs.stream().map(Run::millis).toList()),
        any.requestUnits,
        any.itemsRead,
        any.results);
    return kind.expected < 0 || kind.expected == any.results;
  }

  private static Run once(ItemQueries queries, Items items, Kind kind) {
    QueryRequest request = QueryRequest.of(kind.sql).withScope(kind.scope);
    double requestUnits = 0;
    long itemsRead = 0;
    long results = 0;
    String continuation = null;
    long start = CLOCK.nanos();
    do {
      QueryPage page = queries.page(items, request.withContinuation(continuation));
      requestUnits += page.charge().requestUnits();
      itemsRead += page.metrics().retrievedCount();
      results += page.results().size();
      continuation = page.continuation();
    } while (continuation != null);
    return new Run((CLOCK.nanos() - start) / 1e6, requestUnits, itemsRead, results);
  }
}
