package dev.partita.benchmarks;

import static dev.partita.benchmarks.report.FigureTable.number;
import static dev.partita.benchmarks.report.FigureTable.text;

import dev.partita.base.bytes.KeyRange;
import dev.partita.benchmarks.report.FigureTable;
import dev.partita.benchmarks.report.Result;
import dev.partita.document.ItemResult;
import dev.partita.storage.Durability;
import dev.partita.storage.Family;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.rocks.RocksStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.rocksdb.RocksDBException;

/** Reads of cached items per second, compared with gets of RocksDB alone. */
record ReadsBenchmark(List<Side> sides) implements Benchmark {

  /** Sides of the comparison. */
  enum Side {
    RAW_GETS("RocksDB, gets"),
    POINT_READS("database, point reads");

    private final String label;

    Side(String label) {
      this.label = label;
    }
  }

  private static final int THREADS = 2;
  private static final int ITEMS = 20_000;
  private static final long WARM_UP_MILLIS = 3_000;
  private static final long SETTLE_MILLIS = 50;

  /** Reads warm up quickly, and more turns average out the noise of the machine. */
  private static final int TURNS_PER_ROUND = 3;

  private static final double GOAL = 0.7;

  @Override
  public Result run(Setting setting) throws IOException {
    ItemWorkload workload = new ItemWorkload();
    Path folder = setting.scratch().folder();
    setting.progress().accept("reads: storing %,d items".formatted(ITEMS));
    fill(workload, folder);
    Path copy = setting.scratch().copy(folder);
    Map<Side, List<Measurement>> turns = new EnumMap<>(Side.class);
    try (Database database = Database.over(RocksStore.open(StoreOptions.in(folder)), 1);
        RawStore raw = new RawStore(StoreOptions.in(copy))) {
      Map<Side, ClosedLoop.Call> calls =
          Map.of(Side.RAW_GETS, gets(raw, workload), Side.POINT_READS, reads(database, workload));
      for (Side side : sides) {
        setting.progress().accept("reads: warming up, " + side.label);
        turn(calls, side, WARM_UP_MILLIS);
      }
      setting.progress().accept("reads: measuring");
      for (int round = 0; round < setting.rounds() * TURNS_PER_ROUND; round++) {
        for (Side side : sides) {
          turns
              .computeIfAbsent(side, _ -> new ArrayList<>())
              .add(turn(calls, side, setting.millis() / TURNS_PER_ROUND));
        }
      }
    } catch (RocksDBException e) {
      throw new IllegalStateException("RocksDB could not be opened.", e);
    }
    return result(turns);
  }

  /** Flushes everything into sorted files, so that both sides read the same state. */
  private static void fill(ItemWorkload workload, Path folder) {
    StoreOptions options = StoreOptions.in(folder).withDurability(Durability.RELAXED);
    try (Database database = Database.over(RocksStore.open(options), 1)) {
      for (long number = 0; number < ITEMS; number++) {
        database.items().create(null, workload.document(number));
      }
      database.store().compact(Family.ITEMS, KeyRange.ALL);
    }
  }

  private static ClosedLoop.Call gets(RawStore raw, ItemWorkload workload) {
    return () -> {
      long item = ThreadLocalRandom.current().nextInt(ITEMS);
      return requireWhole(raw.get(workload.storedKey(item)).length);
    };
  }

  private static ClosedLoop.Call reads(Database database, ItemWorkload workload) {
    return () -> {
      long item = ThreadLocalRandom.current().nextInt(ITEMS);
      ItemResult result = database.items().read(workload.partitionKey(item), workload.id(item));
      return requireWhole(result.requireItem().jsonBytes());
    };
  }

  /** Reads an item and uses a part of it. */
  private static int requireWhole(int bytes) {
    if (bytes < ItemWorkload.JSON_BYTES) {
      throw new IllegalStateException("An item has only " + bytes + " bytes.");
    }
    return 1;
  }

  private static Measurement turn(Map<Side, ClosedLoop.Call> calls, Side side, long millis) {
    ClosedLoop.Call call = calls.get(side);
    if (call == null) {
      throw new IllegalStateException("There is nothing to call for " + side);
    }
    return ClosedLoop.run(THREADS, ClientThreads.PLATFORM.factory(), SETTLE_MILLIS, millis, call);
  }

  private static Result result(Map<Side, List<Measurement>> turns) {
    FigureTable table =
        new FigureTable(
            "Point reads",
            List.of(
                text("side"),
                number("reads/s", 0),
                number("of raw gets", 2),
                text("range"),
                number("CPU µs/read", 2),
                number("p50 µs", 2),
                number("p99 µs", 2)));
    List<Result.Goal> goals = new ArrayList<>();
    turns.forEach(
        (side, measured) -> {
          Ratio ratio = Ratio.of(measured, turns.getOrDefault(Side.RAW_GETS, measured));
          table.row(
              side.label,
              Measurement.median(measured, Measurement::operationsPerSecond),
              ratio.median(),
              "%.2f–%.2f".formatted(ratio.least(), ratio.most()),
              Measurement.median(measured, Measurement::cpuMicrosPerOperation),
              Measurement.median(measured, turn -> 1e3 * turn.latencyMillis(50)),
              Measurement.median(measured, turn -> 1e3 * turn.latencyMillis(99)));
          if (side == Side.POINT_READS && turns.containsKey(Side.RAW_GETS)) {
            goals.add(
                new Result.Goal(
                    "point reads reach %.1f × RocksDB".formatted(GOAL),
                    "%.2f ×".formatted(ratio.median()),
                    ratio.median() >= GOAL));
          }
        });
    return new Result(
        "reads",
        ("Reads of %,d items of %,d bytes of JSON that fit the cache, chosen at random by %d"
                + " threads: by partition key and id from the database, by the stored key from"
                + " RocksDB alone, which opens a copy of the same files with the same settings.")
            .formatted(ITEMS, ItemWorkload.JSON_BYTES, THREADS),
        List.of(table),
        goals,
        true);
  }
}
