package dev.partita.benchmarks;

import static dev.partita.benchmarks.report.FigureTable.number;
import static dev.partita.benchmarks.report.FigureTable.text;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.benchmarks.report.FigureTable;
import dev.partita.benchmarks.report.Result;
import dev.partita.storage.Batch;
import dev.partita.storage.Cursor;
import dev.partita.storage.Durability;
import dev.partita.storage.Family;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.SuffixIntersection;
import dev.partita.storage.rocks.RocksStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What it brings to look at keys where RocksDB has them in memory, against copies that its Java
 * binding makes: the processor time of index walks in two stores with the same files.
 */
record NativeKeys() implements Benchmark {

  private static final int ITEMS = 200_000;
  private static final int ITEMS_PER_BATCH = 1_000;
  private static final int KEYS_AT_A_TIME = 256;
  private static final long WARM_UP_MILLIS = 3_000;
  private static final long SETTLE_MILLIS = 50;

  /** An optimisation that brings less is removed. */
  private static final double GOAL = 0.9;

  /** A walk over the index; every path has entries for all items. */
  private enum Walk {
    TWO_TERMS("intersection of one item in 2 and one in 7") {
      @Override
      int run(RocksStore store) {
        return intersect(store, prefix(0, 1), prefix(1, 3));
      }
    },
    THREE_TERMS("intersection of one item in 2, 7 and 3") {
      @Override
      int run(RocksStore store) {
        return intersect(store, prefix(0, 1), prefix(1, 3), prefix(2, 2));
      }
    },
    KEYS("keys of half of the items") {
      @Override
      int run(RocksStore store) {
        return collect(store, prefix(0, 1));
      }
    };

    private final String label;

    Walk(String label) {
      this.label = label;
    }

    /** Returns how many entries were found. */
    abstract int run(RocksStore store);
  }

  private static final int[] VALUES_BY_PATH = {2, 7, 3};

  @Override
  public Result run(Setting setting) throws IOException {
    setting.progress().accept("ffi: storing the entries of %,d items".formatted(ITEMS));
    Path folder = setting.scratch().folder();
    fill(folder);
    Path copy = setting.scratch().copy(folder);
    List<FigureTable> tables = new ArrayList<>();
    List<Result.Goal> goals = new ArrayList<>();
    try (RocksStore fast = RocksStore.open(StoreOptions.in(folder).withNativeKeys(true));
        RocksStore plain = RocksStore.open(StoreOptions.in(copy).withNativeKeys(false))) {
      FigureTable table =
          new FigureTable(
              "Keys in native memory",
              List.of(
                  text("walk"),
                  number("native CPU µs/key", 4),
                  number("plain CPU µs/key", 4),
                  number("native/plain", 2),
                  text("range")));
      for (Walk walk : Walk.values()) {
        compare(setting, walk, fast, plain, table, goals);
      }
      tables.add(table);
    }
    return new Result(
        "ffi",
        ("Walks over the index entries of %,d items that fit the cache, by one thread: with keys in"
                + " native memory, which RocksDB's C interface gives by Java's foreign function"
                + " interface, and with copies of them by RocksDB's Java binding. The ratio is of"
                + " processor time.")
            .formatted(ITEMS),
        tables,
        goals,
        true);
  }

  private static void compare(
      Setting setting,
      Walk walk,
      RocksStore fast,
      RocksStore plain,
      FigureTable table,
      List<Result.Goal> goals) {
    setting.progress().accept("ffi: " + walk.label);
    turn(walk, fast, WARM_UP_MILLIS);
    turn(walk, plain, WARM_UP_MILLIS);
    List<Double> fastMicros = new ArrayList<>();
    List<Double> plainMicros = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < setting.rounds(); round++) {
      fastMicros.add(turn(walk, fast, setting.millis()).cpuMicrosPerOperation());
      plainMicros.add(turn(walk, plain, setting.millis()).cpuMicrosPerOperation());
      ratios.add(fastMicros.getLast() / plainMicros.getLast());
    }
    double ratio = Measurement.median(ratios);
    ratios.sort(null);
    table.row(
        walk.label,
        Measurement.median(fastMicros),
        Measurement.median(plainMicros),
        ratio,
        "%.2f–%.2f".formatted(ratios.getFirst(), ratios.getLast()));
    goals.add(
        new Result.Goal(
            "%s: at most %.1f × the plain way".formatted(walk.label, GOAL),
            "%.2f ×".formatted(ratio),
            ratio <= GOAL));
  }

  private static Measurement turn(Walk walk, RocksStore store, long millis) {
    return ClosedLoop.run(
        1, ClientThreads.PLATFORM.factory(), SETTLE_MILLIS, millis, () -> walk.run(store));
  }

  private static void fill(Path folder) {
    StoreOptions options = StoreOptions.in(folder).withDurability(Durability.RELAXED);
    try (RocksStore store = RocksStore.open(options)) {
      for (int first = 0; first < ITEMS; first += ITEMS_PER_BATCH) {
        Batch batch = new Batch();
        for (int item = first; item < first + ITEMS_PER_BATCH; item++) {
          for (int path = 0; path < VALUES_BY_PATH.length; path++) {
            batch.put(Family.INDEX, entry(path, item), Bytes.EMPTY);
          }
        }
        store.write(batch);
      }
      store.compact(Family.INDEX, KeyRange.ALL);
    }
  }

  private static byte[] entry(int path, int item) {
    // A factor that shares nothing with the periods, as items do not come in the order of values.
    int value = (int) (item * 7_919L / 1_000 % VALUES_BY_PATH[path]);
    byte[] key = new KeyWriter().u32(item * 20_011).u32(item).u64(item).toBytes();
    return Bytes.concat(prefix(path, value), key);
  }

  /** As long as those of an index are. */
  private static byte[] prefix(int path, int value) {
    return new KeyWriter().u32(7).u8('I').u32(path).u64(value).toBytes();
  }

  private static int intersect(RocksStore store, byte[]... prefixes) {
    List<byte[]> suffixes = new ArrayList<>();
    try (SuffixIntersection intersection =
        store.intersectSuffixes(Family.INDEX, List.of(prefixes), KeyRange.ALL)) {
      while (intersection.next(suffixes)) {}
    }
    return suffixes.size();
  }

  private static int collect(RocksStore store, byte[] prefix) {
    byte[][] keys = new byte[KEYS_AT_A_TIME][];
    int all = 0;
    try (Cursor cursor = store.scan(Family.INDEX, KeyRange.prefix(prefix))) {
      int count = cursor.nextKeys(keys, prefix.length);
      while (count > 0) {
        all += count;
        count = cursor.nextKeys(keys, prefix.length);
      }
    }
    return all;
  }
}
