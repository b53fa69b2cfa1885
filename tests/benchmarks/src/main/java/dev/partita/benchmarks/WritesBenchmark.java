package dev.partita.benchmarks;

import static dev.partita.benchmarks.report.FigureTable.number;
import static dev.partita.benchmarks.report.FigureTable.text;

import dev.partita.benchmarks.report.FigureTable;
import dev.partita.benchmarks.report.Result;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.rocks.RocksStore;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.rocksdb.RocksDBException;

/** Durable creates per second, compared with synced puts of RocksDB alone. */
record WritesBenchmark(List<Integer> clients, ClientThreads threads, List<Side> sides)
    implements Benchmark {

  /** Sides of the comparison. */
  enum Side {
    RAW_PUTS("RocksDB, a thread per client, each put synced"),
    RAW_GROUPS("RocksDB, what clients put at once is one synced batch"),
    RAW_BATCHES("RocksDB, one thread, batches of as many, each synced"),
    ONE_PARTITION("database, one partition"),
    FOUR_PARTITIONS("database, four partitions");

    private final String label;

    Side(String label) {
      this.label = label;
    }
  }

  private static final long OPENING_MILLIS = 400;
  private static final long WARM_UP_MILLIS = 6_000;
  private static final int WARM_UPS = 5;
  private static final int WARM_UP_CLIENTS = 64;
  private static final double GOAL = 0.7;
  private static final int GOAL_CLIENTS = 64;

  @Override
  public Result run(Setting setting) {
    ItemWorkload workload = new ItemWorkload();
    for (Side side : sides) {
      setting.progress().accept("writes: warming up, " + side.label);
      warmUp(side, workload, setting);
    }
    FigureTable table =
        new FigureTable(
            "Durable creates",
            List.of(
                number("clients", 0),
                text("side"),
                number("writes/s", 0),
                number("of raw puts", 2),
                number("of raw groups", 2),
                number("of raw batches", 2),
                text("range"),
                number("CPU µs/write", 1),
                number("p50 ms", 2),
                number("p99 ms", 2)));
    List<Result.Goal> goals = new ArrayList<>();
    for (int count : clients) {
      Map<Side, List<Measurement>> turns = turns(count, workload, setting);
      turns.forEach((side, measured) -> addRow(table, count, side, measured, turns));
      if (count >= GOAL_CLIENTS && turns.size() == Side.values().length) {
        goals.add(goal(count, turns));
      }
    }
    return new Result(
        "writes",
        ("Creates of items of %,d bytes of JSON, given parsed, with random ids under %,d partition"
                + " keys; no index, no throttling, every answer durable. RocksDB alone writes the"
                + " same keys and values (%,d bytes together) to one column family with the same"
                + " settings. Clients of the database are %s threads.")
            .formatted(
                ItemWorkload.JSON_BYTES,
                ItemWorkload.PARTITION_KEYS,
                workload.storedBytes(),
                threads.name().toLowerCase(Locale.ROOT)),
        List.of(table),
        goals,
        true);
  }

  /** Runs until the JIT is mostly done, which takes longer on a busy machine. */
  private void warmUp(Side side, ItemWorkload workload, Setting setting) {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    long compiledMillis;
    int turns = 0;
    do {
      compiledMillis = compiler.getTotalCompilationTime();
      turn(side, WARM_UP_CLIENTS, workload, setting, WARM_UP_MILLIS);
      compiledMillis = compiler.getTotalCompilationTime() - compiledMillis;
    } while (++turns < WARM_UPS && compiledMillis > WARM_UP_MILLIS / 20);
  }

  private Map<Side, List<Measurement>> turns(int count, ItemWorkload workload, Setting setting) {
    Map<Side, List<Measurement>> turns = new EnumMap<>(Side.class);
    for (int round = 1; round <= setting.rounds(); round++) {
      setting.progress().accept("writes: %d clients, round %d".formatted(count, round));
      for (Side side : sides) {
        turns
            .computeIfAbsent(side, _ -> new ArrayList<>())
            .add(turn(side, count, workload, setting, setting.millis()));
      }
    }
    return turns;
  }

  /** Every turn has a store of its own, so that none has to compact what another wrote. */
  private Measurement turn(
      Side side, int count, ItemWorkload workload, Setting setting, long millis) {
    Path folder = setting.scratch().folder();
    StoreOptions options = StoreOptions.in(folder);
    try {
      return switch (side) {
        case RAW_PUTS -> rawPuts(options, count, workload, millis);
        case RAW_GROUPS -> rawGroups(options, count, workload, millis);
        case RAW_BATCHES -> rawBatches(options, count, workload, millis);
        case ONE_PARTITION -> creates(options, 1, count, workload, millis);
        case FOUR_PARTITIONS -> creates(options, 4, count, workload, millis);
      };
    } catch (RocksDBException e) {
      throw new IllegalStateException("RocksDB could not be opened.", e);
    } finally {
      Scratch.delete(folder);
    }
  }

  private static Measurement rawPuts(
      StoreOptions options, int count, ItemWorkload workload, long millis) throws RocksDBException {
    AtomicLong numbers = new AtomicLong();
    try (RawStore store = new RawStore(options)) {
      return ClosedLoop.run(
          count,
          ClientThreads.PLATFORM.factory(),
          OPENING_MILLIS,
          millis,
          () -> {
            long number = numbers.getAndIncrement();
            store.put(workload.storedKey(number), workload.storedValue(number));
            return 1;
          });
    }
  }

  private Measurement rawGroups(StoreOptions options, int count, ItemWorkload workload, long millis)
      throws RocksDBException {
    AtomicLong numbers = new AtomicLong();
    try (RawGroups groups = new RawGroups(new RawStore(options))) {
      return ClosedLoop.run(
          count,
          threads.factory(),
          OPENING_MILLIS,
          millis,
          () -> {
            long number = numbers.getAndIncrement();
            groups.put(workload.storedKey(number), workload.storedValue(number));
            return 1;
          });
    }
  }

  private static Measurement rawBatches(
      StoreOptions options, int count, ItemWorkload workload, long millis) throws RocksDBException {
    AtomicLong numbers = new AtomicLong();
    try (RawStore store = new RawStore(options)) {
      return ClosedLoop.run(
          1,
          ClientThreads.PLATFORM.factory(),
          OPENING_MILLIS,
          millis,
          () -> {
            long first = numbers.getAndAdd(count);
            List<byte[]> keys = new ArrayList<>(count);
            List<byte[]> values = new ArrayList<>(count);
            for (long number = first; number < first + count; number++) {
              keys.add(workload.storedKey(number));
              values.add(workload.storedValue(number));
            }
            store.putAll(keys, values);
            return count;
          });
    }
  }

  private Measurement creates(
      StoreOptions options, int partitions, int count, ItemWorkload workload, long millis) {
    AtomicLong numbers = new AtomicLong();
    try (Database database = Database.over(RocksStore.open(options), partitions)) {
      return ClosedLoop.run(
          count,
          threads.factory(),
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
    Ratio ofGroups = Ratio.of(measured, turns.getOrDefault(Side.RAW_GROUPS, measured));
    table.row(
        count,
        side.label,
        Measurement.median(measured, Measurement::operationsPerSecond),
        Ratio.of(measured, turns.getOrDefault(Side.RAW_PUTS, measured)).median(),
        ofGroups.median(),
        Ratio.of(measured, turns.getOrDefault(Side.RAW_BATCHES, measured)).median(),
        "%.2f–%.2f".formatted(ofGroups.least(), ofGroups.most()),
        Measurement.median(measured, Measurement::cpuMicrosPerOperation),
        Measurement.median(measured, turn -> turn.latencyMillis(50)),
        Measurement.median(measured, turn -> turn.latencyMillis(99)));
  }

  /**
   * Goal relative to the best rate of RocksDB for as many clients who each wait for their own put.
   */
  private static Result.Goal goal(int count, Map<Side, List<Measurement>> turns) {
    List<Measurement> ours = turns.getOrDefault(Side.ONE_PARTITION, List.of());
    double ofPuts = Ratio.of(ours, turns.getOrDefault(Side.RAW_PUTS, List.of())).median();
    double ofGroups = Ratio.of(ours, turns.getOrDefault(Side.RAW_GROUPS, List.of())).median();
    double ofBatches = Ratio.of(ours, turns.getOrDefault(Side.RAW_BATCHES, List.of())).median();
    return new Result.Goal(
        "one partition reaches %.1f × RocksDB with %d clients".formatted(GOAL, count),
        "%.2f × its puts, %.2f × its groups; %.2f × batches without clients"
            .formatted(ofPuts, ofGroups, ofBatches),
        Math.min(ofPuts, ofGroups) >= GOAL);
  }
}
