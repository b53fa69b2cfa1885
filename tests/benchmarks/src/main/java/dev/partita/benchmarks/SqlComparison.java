package dev.partita.benchmarks;

import static dev.partita.benchmarks.report.FigureTable.number;
import static dev.partita.benchmarks.report.FigureTable.text;

import dev.partita.base.time.Clock;
import dev.partita.benchmarks.report.FigureTable;
import dev.partita.benchmarks.report.Result;
import dev.partita.benchmarks.sql.PartitaSqlServer;
import dev.partita.benchmarks.sql.PostgresServer;
import dev.partita.benchmarks.sql.SqlDocuments;
import dev.partita.benchmarks.sql.SqlLoad;
import dev.partita.benchmarks.sql.SqlQuery;
import dev.partita.benchmarks.sql.SqlServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Queries over HTTP, compared with the same queries of the same documents in PostgreSQL, and their
 * growth with the number of documents.
 *
 * @param documents number of documents at the end
 * @param queries queries to measure
 */
record SqlComparison(long documents, List<SqlQuery> queries, List<Integer> clients)
    implements Benchmark {

  private static final Clock CLOCK = Clock.system();
  private static final long CACHE_BYTES = 1L << 30;
  private static final long WARM_UP_MILLIS = 2_000;
  private static final int WARM_UPS_MOST = 30;
  private static final int WARM_UPS_ALIKE = 6;
  private static final double WARM_UP_GAIN = 0.95;
  private static final long THEIR_WARM_UP_MILLIS = 2_000;
  private static final long IDLE_NANOS = 50_000_000;
  private static final int IDLE_SECONDS = 6;
  private static final int IDLE_SECONDS_MOST = 180;
  private static final int CHECKS = 5;
  private static final List<SqlQuery> GROWING = List.of(SqlQuery.EQUALITY, SqlQuery.TOP);

  /** Measurements of a query on both servers. */
  private record Compared(
      SqlQuery query, int clients, List<SqlLoad.Counted> ours, List<SqlLoad.Counted> theirs) {

    /** Ratio of rates in the same round. */
    double ratio() {
      List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < ours.size(); i++) {
        ratios.add(ours.get(i).perSecond() / theirs.get(i).perSecond());
      }
      return Measurement.median(ratios);
    }

    static double perSecond(List<SqlLoad.Counted> turns) {
      return Measurement.median(turns.stream().map(SqlLoad.Counted::perSecond).toList());
    }

    static double cpuMicros(List<SqlLoad.Counted> turns) {
      return Measurement.median(turns.stream().map(SqlLoad.Counted::cpuMicros).toList());
    }

    static double medianMillis(List<SqlLoad.Counted> turns) {
      return Measurement.median(
          turns.stream().map(turn -> turn.latencies().getValueAtPercentile(50) / 1e6).toList());
    }
  }

  @Override
  public Result run(Setting setting) throws IOException {
    try (SqlServer ours = PartitaSqlServer.start(setting.scratch().folder(), CACHE_BYTES);
        SqlServer theirs = PostgresServer.start(setting.scratch().folder(), CACHE_BYTES)) {
      FigureTable stores = storeTable();
      FigureTable growth = growthTable();
      boolean sound = true;
      long stored = 0;
      for (long size : sizes()) {
        for (SqlServer server : List.of(ours, theirs)) {
          store(server, stored, size, setting, stores);
        }
        stored = size;
        sound &= isSame(ours, theirs, size, setting);
        for (SqlQuery query : GROWING) {
          if (!queries.contains(query)) {
            continue;
          }
          Compared turns = compare(ours, theirs, query, 1, size, setting);
          growth.row(
              query.label(),
              size,
              Compared.medianMillis(turns.ours) * 1e3,
              Compared.cpuMicros(turns.ours),
              Compared.medianMillis(turns.theirs) * 1e3,
              Compared.cpuMicros(turns.theirs));
        }
      }
      List<Compared> all = new ArrayList<>();
      for (SqlQuery query : queries) {
        for (int count : clients) {
          all.add(compare(ours, theirs, query, count, documents, setting));
        }
      }
      List<FigureTable> others = new ArrayList<>(List.of(stores, growth));
      if (queries.contains(SqlInterference.LONG) && queries.containsAll(SqlInterference.SHORT)) {
        SqlInterference interference = new SqlInterference();
        interference.measure(ours, documents, setting);
        interference.measure(theirs, documents, setting);
        others.add(interference.table());
      }
      return result(all, others, sound);
    }
  }

  private List<Long> sizes() {
    return LongStream.of(10_000, 100_000, 1_000_000, documents)
        .filter(size -> size <= documents)
        .distinct()
        .boxed()
        .toList();
  }

  private static void store(
      SqlServer server, long from, long to, Setting setting, FigureTable table) throws IOException {
    setting.progress().accept("sql: storing %,d documents in %s".formatted(to, server.name()));
    long cpu = server.cpuNanos();
    long start = CLOCK.nanos();
    server.store(from, to);
    double seconds = (CLOCK.nanos() - start) / 1e9;
    settle(server);
    table.row(
        server.name(), to, (to - from) / seconds, (server.cpuNanos() - cpu) / 1e3 / (to - from));
  }

  /** Waits until background work after a load has ended. */
  private static void settle(SqlServer server) throws IOException {
    long before = server.cpuNanos();
    int idleSeconds = 0;
    for (int i = 0; i < IDLE_SECONDS_MOST && idleSeconds < IDLE_SECONDS; i++) {
      CLOCK.sleep(1_000);
      long now = server.cpuNanos();
      idleSeconds = now - before < IDLE_NANOS ? idleSeconds + 1 : 0;
      before = now;
    }
  }

  /** Whether both return the same number of rows: fewer would be faster. */
  private boolean isSame(SqlServer ours, SqlServer theirs, long size, Setting setting)
      throws IOException {
    boolean same = true;
    try (SqlServer.Client one = ours.connect();
        SqlServer.Client other = theirs.connect()) {
      for (SqlQuery query : queries) {
        for (int i = 0; i < CHECKS; i++) {
          long number = size / CHECKS * i + i;
          long found = one.run(query, number);
          long expected = other.run(query, number);
          if (found != expected) {
            same = false;
            setting
                .progress()
                .accept("sql: %s: %d rows, not %d".formatted(query.label(), found, expected));
          }
        }
      }
    }
    return same;
  }

  private static Compared compare(
      SqlServer ours, SqlServer theirs, SqlQuery query, int clients, long size, Setting setting)
      throws IOException {
    setting.progress().accept("sql: %s, %d clients".formatted(query.label(), clients));
    Compared compared = new Compared(query, clients, new ArrayList<>(), new ArrayList<>());
    try (SqlLoad our = new SqlLoad(ours, clients, size);
        SqlLoad their = new SqlLoad(theirs, clients, size)) {
      warmUp(our, query);
      their.turn(query, THEIR_WARM_UP_MILLIS);
      for (int round = 0; round < setting.rounds(); round++) {
        compared.ours.add(our.turn(query, setting.millis()));
        compared.theirs.add(their.turn(query, setting.millis()));
      }
    }
    setting
        .progress()
        .accept("sql: %s, %d clients: %.2f ×".formatted(query.label(), clients, compared.ratio()));
    return compared;
  }

  /**
   * Runs queries until their processor time stops falling: Java compiles the code of a query during
   * its first hundred thousand runs, which take longer the fewer clients there are.
   */
  private static void warmUp(SqlLoad load, SqlQuery query) throws IOException {
    double least = Double.MAX_VALUE;
    int alike = 0;
    for (int i = 0; i < WARM_UPS_MOST && alike < WARM_UPS_ALIKE; i++) {
      double micros = load.turn(query, WARM_UP_MILLIS).cpuMicros();
      alike = micros < least * WARM_UP_GAIN ? 0 : alike + 1;
      least = Math.min(least, micros);
    }
  }

  private static FigureTable storeTable() {
    return new FigureTable(
        "Storing; over HTTP in batches, and by large inserts with the indexes made afterwards",
        List.of(
            text("database"),
            number("documents in the end", 0),
            number("documents/s", 0),
            number("CPU µs/document", 1)));
  }

  private static FigureTable growthTable() {
    return new FigureTable(
        "Growth, one client",
        List.of(
            text("query"),
            number("documents", 0),
            number("Partita µs", 0),
            number("CPU µs", 0),
            number("PostgreSQL µs", 0),
            number("CPU µs ", 0)));
  }

  private Result result(List<Compared> all, List<FigureTable> others, boolean sound) {
    FigureTable table =
        new FigureTable(
            "%,d documents".formatted(documents),
            List.of(
                text("query"),
                number("clients", 0),
                number("Partita/s", 1),
                number("PostgreSQL/s", 1),
                number("ratio", 2),
                number("CPU µs/query", 0),
                number("of PostgreSQL", 0),
                number("p50 ms", 2),
                number("of PostgreSQL ", 2)));
    List<Result.Goal> goals = new ArrayList<>();
    for (Compared each : all) {
      double ratio = each.ratio();
      table.row(
          each.query.label(),
          each.clients,
          Compared.perSecond(each.ours),
          Compared.perSecond(each.theirs),
          ratio,
          Compared.cpuMicros(each.ours),
          Compared.cpuMicros(each.theirs),
          Compared.medianMillis(each.ours),
          Compared.medianMillis(each.theirs));
      goals.add(
          new Result.Goal(
              "%s, %d clients: %.0f × PostgreSQL"
                  .formatted(each.query.label(), each.clients, each.query.goal()),
              "%.2f ×".formatted(ratio),
              ratio >= each.query.goal()));
    }
    List<FigureTable> tables = new ArrayList<>();
    tables.add(table);
    tables.addAll(others);
    return new Result(
        "sql",
        ("%,d documents of about %,d bytes: here in four partitions, asked over HTTP with"
                + " signatures, all values indexed; in PostgreSQL as JSONB in one table with an"
                + " expression index for every query, asked through JDBC with prepared statements."
                + " Both on disk with %d MB of cache, in processes of their own. Each query is run"
                + " to its last row.")
            .formatted(documents, SqlDocuments.JSON_BYTES, CACHE_BYTES >> 20),
        tables,
        goals,
        sound);
  }
}
