package dev.partita.benchmarks;

import static dev.partita.benchmarks.report.FigureTable.number;
import static dev.partita.benchmarks.report.FigureTable.text;

import dev.partita.base.time.Clock;
import dev.partita.benchmarks.report.FigureTable;
import dev.partita.benchmarks.report.Result;
import dev.partita.container.Engine;
import dev.partita.container.EngineOptions;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.document.Documents;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.rocks.RocksStore;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.RocksDBException;

/**
 * Cost of many containers: time to create them, memory, and background work while they are idle.
 */
record ContainersBenchmark() implements Benchmark {

  private static final Clock CLOCK = Clock.system();
  private static final int COUNT = 1_000;
  private static final int RECORD_BYTES = 512;
  private static final long IDLE_MILLIS = 10_000;

  /** Enough rounds of housekeeping for the JIT to have compiled it. */
  private static final long SETTLE_MILLIS = 20_000;

  private static final double GOAL_SECONDS = 10;
  private static final double GOAL_KILOBYTES = 64;
  private static final double GOAL_PERCENT = 1;

  @Override
  public Result run(Setting setting) {
    setting.progress().accept("containers: %,d synced puts for comparison".formatted(COUNT));
    double rawSeconds = rawSeconds(setting);
    double seconds;
    double kilobytes;
    double idlePercent;
    StoreOptions store = StoreOptions.in(setting.scratch().folder());
    try (Engine engine = Engine.open(RocksStore.open(store), EngineOptions.defaults())) {
      Documents documents = new Documents(engine);
      int database =
          engine.containers().createDatabase(Engine.DEFAULT_ACCOUNT, "bench", null).number();
      create(engine, documents, database, "first");
      long heapBytes = heapBytes();
      setting.progress().accept("containers: creating %,d".formatted(COUNT));
      long start = CLOCK.nanos();
      for (int i = 0; i < COUNT; i++) {
        create(engine, documents, database, "container-" + i);
      }
      seconds = (CLOCK.nanos() - start) / 1e9;
      // Rounds of housekeeping open every partition, so afterwards all are in memory.
      CLOCK.sleep(SETTLE_MILLIS);
      kilobytes = (heapBytes() - heapBytes) / 1024.0 / COUNT;
      setting.progress().accept("containers: idle");
      idlePercent = idlePercent();
    }
    return result(seconds, rawSeconds, kilobytes, idlePercent);
  }

  private static void create(Engine engine, Documents documents, int database, String name) {
    ContainerDefinition definition = ContainerDefinition.of(name, Database.SCHEME);
    documents
        .items(engine.containers().createContainer(database, definition, null))
        .container()
        .partitions();
  }

  private static double rawSeconds(Setting setting) {
    try (RawStore raw = new RawStore(StoreOptions.in(setting.scratch().folder()))) {
      byte[] value = new byte[RECORD_BYTES];
      long start = CLOCK.nanos();
      for (int i = 0; i < COUNT; i++) {
        raw.put(("container-" + i).getBytes(StandardCharsets.UTF_8), value);
      }
      return (CLOCK.nanos() - start) / 1e9;
    } catch (RocksDBException e) {
      throw new IllegalStateException("RocksDB could not be opened.", e);
    }
  }

  private static double idlePercent() {
    long cpuNanos = ClosedLoop.cpuNanos();
    long start = CLOCK.nanos();
    CLOCK.sleep(IDLE_MILLIS);
    return 100.0 * (ClosedLoop.cpuNanos() - cpuNanos) / (CLOCK.nanos() - start);
  }

  /**
   * Bytes of reachable objects; collected several times, since one collection may leave some
   * garbage.
   */
  private static long heapBytes() {
    var memory = ManagementFactory.getMemoryMXBean();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      memory.gc();
      least = Math.min(least, memory.getHeapMemoryUsage().getUsed());
    }
    return least;
  }

  private static Result result(
      double seconds, double rawSeconds, double kilobytes, double idlePercent) {
    FigureTable table =
        new FigureTable(
                "%,d containers".formatted(COUNT),
                List.of(
                    text("figure"), number("measured", 2), number("limit", 2), number("ratio", 2)))
            .row(
                "seconds to create; limit: as many synced puts of RocksDB",
                seconds,
                rawSeconds,
                seconds / rawSeconds)
            .row(
                "seconds to create; limit: the goal", seconds, GOAL_SECONDS, seconds / GOAL_SECONDS)
            .row(
                "KB of heap each; limit: the goal",
                kilobytes,
                GOAL_KILOBYTES,
                kilobytes / GOAL_KILOBYTES)
            .row(
                "% of one core while idle; limit: the goal",
                idlePercent, GOAL_PERCENT, idlePercent / GOAL_PERCENT);
    List<Result.Goal> goals = new ArrayList<>();
    goals.add(goal("seconds to create", seconds, GOAL_SECONDS));
    goals.add(goal("KB of heap for each", kilobytes, GOAL_KILOBYTES));
    goals.add(goal("% of one core while idle", idlePercent, GOAL_PERCENT));
    return new Result(
        "containers",
        ("%,d containers with a partition each, created durably one after the other; the heap"
                + " they take once all are open; the processor time of the process over %d idle"
                + " seconds, from %d seconds after the last request, with housekeeping as it is by"
                + " default.")
            .formatted(COUNT, IDLE_MILLIS / 1000, SETTLE_MILLIS / 1000),
        List.of(table),
        goals,
        true);
  }

  private static Result.Goal goal(String what, double measured, double limit) {
    return new Result.Goal(
        "%s: less than %.0f".formatted(what, limit), "%.2f".formatted(measured), measured < limit);
  }
}
