package dev.partita.benchmarks;

import static dev.partita.benchmarks.report.FigureTable.number;
import static dev.partita.benchmarks.report.FigureTable.text;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.time.Clock;
import dev.partita.benchmarks.report.FigureTable;
import dev.partita.benchmarks.report.Result;
import dev.partita.document.Items;
import dev.partita.partition.KeySpace;
import dev.partita.partition.PartitionState;
import dev.partita.storage.Cursor;
import dev.partita.storage.Durability;
import dev.partita.storage.Family;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.rocks.RocksStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/** Effect of a split on the writers of the partition. */
record Split(int megabytes) implements Benchmark {

  private static final Clock CLOCK = Clock.system();
  private static final int CLIENTS = 64;
  private static final long FILL_WARM_UP_MILLIS = 0;
  private static final long CAPACITY_WARM_UP_MILLIS = 2_000;
  private static final long CAPACITY_MILLIS = 5_000;
  private static final double LOAD = 0.5;
  private static final double SECONDS = 20;
  private static final long SPLIT_AFTER_MILLIS = 8_000;

  /** Time of the split as clients see it. */
  private record Window(long startNanos, long endNanos) {

    double millis() {
      return (endNanos - startNanos) / 1e6;
    }
  }

  @Override
  public Result run(Setting setting) {
    ItemWorkload workload = new ItemWorkload();
    AtomicLong numbers = new AtomicLong();
    Path folder = setting.scratch().folder();
    setting.progress().accept("split: storing %,d MB".formatted(megabytes));
    fill(folder, workload, numbers);
    try (Database database = Database.over(RocksStore.open(StoreOptions.in(folder)), 1)) {
      Items items = database.items();
      setting.progress().accept("split: measuring the capacity");
      Measurement capacity =
          ClosedLoop.run(
              CLIENTS,
              ClientThreads.VIRTUAL.factory(),
              CAPACITY_WARM_UP_MILLIS,
              CAPACITY_MILLIS,
              () -> create(items, workload, numbers));
      double rate = LOAD * capacity.operationsPerSecond();
      setting.progress().accept("split: writing at %,.0f/s, with a split".formatted(rate));
      OpenLoop load = new OpenLoop(rate, SECONDS);
      CompletableFuture<Window> split = CompletableFuture.supplyAsync(() -> split(database));
      load.run(_ -> create(items, workload, numbers));
      Window window = split.join();
      setting.progress().accept("split: verifying");
      List<String> faults = verify(database, numbers.get());
      load.errors().forEach(error -> faults.add(error.toString()));
      return result(capacity, rate, load, window, faults);
    }
  }

  private void fill(Path folder, ItemWorkload workload, AtomicLong numbers) {
    StoreOptions options = StoreOptions.in(folder).withDurability(Durability.RELAXED);
    try (Database database = Database.over(RocksStore.open(options), 1)) {
      long wanted = (long) megabytes << 20;
      while (database.container().sizeBytes() < wanted) {
        ClosedLoop.run(
            CLIENTS,
            ClientThreads.VIRTUAL.factory(),
            FILL_WARM_UP_MILLIS,
            500,
            () -> create(database.items(), workload, numbers));
      }
      database.store().compact(Family.ITEMS, KeyRange.ALL);
    }
  }

  private static int create(Items items, ItemWorkload workload, AtomicLong numbers) {
    items.create(null, workload.document(numbers.getAndIncrement()));
    return 1;
  }

  private static Window split(Database database) {
    CLOCK.sleep(SPLIT_AFTER_MILLIS);
    int partition = database.container().partitions().getFirst().number();
    long start = CLOCK.nanos();
    database.engine().reshaper().split(database.container(), partition);
    return new Window(start, CLOCK.nanos());
  }

  /** Findings of the check on the data; empty if it is consistent. */
  private static List<String> verify(Database database, long created) {
    long found = 0;
    long foundBytes = 0;
    KeyRange all = new KeySpace(database.container().number()).all();
    try (Cursor cursor = database.store().scan(Family.ITEMS, all)) {
      while (cursor.next()) {
        found++;
        foundBytes += cursor.key().length + cursor.value().length;
      }
    }
    List<PartitionState> states =
        database.container().partitions().stream().map(owned -> owned.partition().state()).toList();
    long counted = states.stream().mapToLong(PartitionState::recordCount).sum();
    long countedBytes = states.stream().mapToLong(PartitionState::sizeBytes).sum();
    List<String> faults = new ArrayList<>();
    if (found != created) {
      faults.add("%,d items were created and %,d are stored".formatted(created, found));
    }
    if (counted != found || countedBytes != foundBytes) {
      faults.add(
          "the partitions count %,d items of %,d bytes; %,d of %,d bytes are stored"
              .formatted(counted, countedBytes, found, foundBytes));
    }
    if (states.size() != 2) {
      faults.add("there are %d partitions".formatted(states.size()));
    }
    return faults;
  }

  private Result result(
      Measurement capacity, double rate, OpenLoop load, Window window, List<String> faults) {
    Histogram before = new Histogram(3);
    Histogram during = new Histogram(3);
    Histogram after = new Histogram(3);
    for (int i = 0; i < load.count(); i++) {
      Histogram phase =
          load.answeredNanos(i) < window.startNanos()
              ? before
              : load.dueNanos(i) > window.endNanos() ? after : during;
      phase.recordValue(load.answeredNanos(i) - load.dueNanos(i));
    }
    FigureTable table =
        new FigureTable(
            "Latencies of creates, in milliseconds",
            List.of(
                text("phase"),
                number("writes", 0),
                number("p50", 2),
                number("p99", 2),
                number("max", 2),
                number("max of before", 2)));
    addRow(table, "before the split", before, before);
    addRow(table, "during the split", during, before);
    addRow(table, "after the split", after, before);
    return new Result(
        "split",
        String.format(
            Locale.ROOT,
            "%,d MB of items of %,d bytes of JSON in one partition; capacity %,.0f durable"
                + " creates/s with %d clients; then %,.0f/s come at their times, answered or not,"
                + " and the partition is split after %d s. Latencies count from when a request was"
                + " due. The split took %,.0f ms.",
            megabytes,
            ItemWorkload.JSON_BYTES,
            capacity.operationsPerSecond(),
            CLIENTS,
            rate,
            SPLIT_AFTER_MILLIS / 1000,
            window.millis()),
        List.of(table),
        List.of(
            new Result.Goal(
                "no errors, and every item stored once",
                faults.isEmpty() ? "none" : faults.size() + " faults, first: " + faults.getFirst(),
                faults.isEmpty())),
        faults.isEmpty());
  }

  private static void addRow(
      FigureTable table, String phase, Histogram histogram, Histogram before) {
    double max = histogram.getMaxValue();
    table.row(
        phase,
        histogram.getTotalCount(),
        histogram.getValueAtPercentile(50) / 1e6,
        histogram.getValueAtPercentile(99) / 1e6,
        max / 1e6,
        max / Math.max(1, before.getMaxValue()));
  }
}
