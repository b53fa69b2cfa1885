package dev.partita.benchmarks;

import static dev.partita.benchmarks.report.FigureTable.number;
import static dev.partita.benchmarks.report.FigureTable.text;

import dev.partita.benchmarks.report.FigureTable;
import dev.partita.benchmarks.report.Result;
import dev.partita.index.IndexingPolicy;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.rocks.RocksStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.rocksdb.RocksDBException;

/**
 * Durable creates per second with every value indexed, compared with RocksDB alone writing as many
 * keys of the same bytes.
 */
record IndexedWrites(List<Integer> clients) implements Benchmark {

  private enum Side {
    RAW("RocksDB, a thread per client, a synced batch per item"),
    RAW_BATCHES("RocksDB, one thread, batches of as many items"),
    INDEXED("database, one partition, all values indexed");

    private final String label;

    Side(String label) {
      this.label = label;
    }
  }

  private static final long OPENING_MILLIS = 400;
  private static final long WARM_UP_MILLIS = 6_000;
  private static final int WARM_UP_CLIENTS = 64;
  private static final double GOAL = 0.6;
  private static final int GOAL_CLIENTS = 64;

  @Override
  public Result run(Setting setting) {
    ItemWorkload workload = new ItemWorkload();
    for (Side side : Side.values()) {
      setting.progress().accept("indexed-writes: warming up, " + side.label);
      turn(side, WARM_UP_CLIENTS, workload, setting, WARM_UP_MILLIS);
    }
    FigureTable table =
        new FigureTable(
            "Durable creates with an index",
            List.of(
                number("clients", 0),
                text("side"),
                number("writes/s", 0),
                number("of raw puts", 2),
                number("of raw batches", 2),
                number("CPU µs/write", 1),
                number("p50 ms", 2),
                number("p99 ms", 2)));
    List<Result.Goal> goals = new ArrayList<>();
    for (int count : clients) {
      Map<Side, List<Measurement>> turns = turns(count, workload, setting);
      turns.forEach((side, measured) -> addRow(table, count, side, measured, turns));
      if (count >= GOAL_CLIENTS) {
        goals.add(goal(count, turns));
      }
    }
    return new Result(
        "indexed-writes",
        ("Creates of items of %,d bytes of JSON, given parsed, with random ids under %,d partition"
             + " keys; %d index entries each, every answer durable. RocksDB alone writes the same"
             + " items and as many entries of the same bytes to two column families with the same"
             + " settings.")
            .formatted(
                ItemWorkload.JSON_BYTES, ItemWorkload.PARTITION_KEYS, workload.entryKeys(0).size()),
        List.of(table),
        goals,
        true);
  }

  private static Map<Side, List<Measurement>> turns(
      int count, ItemWorkload workload, Setting setting) {
    Map<Side, List<Measurement>> turns = new EnumMap<>(Side.class);
    for (int round = 1; round <= setting.rounds(); round++) {
      setting.progress().accept("indexed-writes: %d clients, round %d".formatted(count, round));
      for (Side side : Side.values()) {
        turns
            .computeIfAbsent(side, _ -> new ArrayList<>())
            .add(turn(side, count, workload, setting, setting.millis()));
      }
    }
    return turns;
  }

  /** Every turn has a store of its own, so that none has to compact what another wrote. */
  private static Measurement turn(
      Side side, int count, ItemWorkload workload, Setting setting, long millis) {
    Path folder = setting.scratch().folder();
    StoreOptions options = StoreOptions.in(folder);
    try {
      return switch (side) {
        case RAW -> raw(options, count, 1, workload, millis);
        case RAW_BATCHES -> raw(options, 1, count, workload, millis);
        case INDEXED -> creates(options, count, workload, millis);
      };
    } catch (RocksDBException e) {
      throw new IllegalStateException("RocksDB could not be opened.", e);
    } finally {
      Scratch.delete(folder);
    }
  }

  private static Measurement raw(
      StoreOptions options, int threads, int itemsPerBatch, ItemWorkload workload, long millis)
      throws RocksDBException {
    AtomicLong numbers = new AtomicLong();
    try (RawStore store = new RawStore(options)) {
      return ClosedLoop.run(
          threads,
          ClientThreads.PLATFORM.factory(),
          OPENING_MILLIS,
          millis,
          () -> {
            store.putIndexed(workload, numbers.getAndAdd(itemsPerBatch), itemsPerBatch);
            return itemsPerBatch;
          });
    }
  }

  private static Measurement creates(
      StoreOptions options, int count, ItemWorkload workload, long millis) {
    AtomicLong numbers = new AtomicLong();
    try (Database database = Database.over(RocksStore.open(options), 1, IndexingPolicy.DEFAULT)) {
      return ClosedLoop.run(
          count,
          ClientThreads.VIRTUAL.factory(),
          OPENING_MILLIS,
          millis,
          () -> {
            database.items().create(null, workload.document(numbers.getAndIncrement()));
            return 1;
          });
    }
  }

  private static void addRow(
      FigureTable table,
      int count,
      Side side,
      List<Measurement> measured,
      Map<Side, List<Measurement>> turns) {
    table.row(
        count,
        side.label,
        Measurement.median(measured, Measurement::operationsPerSecond),
        ratio(measured, turns, Side.RAW),
        ratio(measured, turns, Side.RAW_BATCHES),
        Measurement.median(measured, Measurement::cpuMicrosPerOperation),
        Measurement.median(measured, turn -> turn.latencyMillis(50)),
        Measurement.median(measured, turn -> turn.latencyMillis(99)));
  }

  private static Result.Goal goal(int count, Map<Side, List<Measurement>> turns) {
    List<Measurement> ours = turns.getOrDefault(Side.INDEXED, List.of());
    double ofPuts = ratio(ours, turns, Side.RAW);
    double ofBatches = ratio(ours, turns, Side.RAW_BATCHES);
    return new Result.Goal(
        "indexed creates reach %.1f × RocksDB with %d clients".formatted(GOAL, count),
        "%.2f × its puts, %.2f × its batches".formatted(ofPuts, ofBatches),
        Math.min(ofPuts, ofBatches) >= GOAL);
  }

  private static double ratio(
      List<Measurement> measured, Map<Side, List<Measurement>> turns, Side side) {
    return Ratio.of(measured, turns.getOrDefault(side, List.of())).median();
  }
}
