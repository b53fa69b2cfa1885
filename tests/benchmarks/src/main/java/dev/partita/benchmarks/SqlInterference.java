package dev.partita.benchmarks;

import static dev.partita.benchmarks.report.FigureTable.number;
import static dev.partita.benchmarks.report.FigureTable.text;

import dev.partita.benchmarks.report.FigureTable;
import dev.partita.benchmarks.sql.SqlLoad;
import dev.partita.benchmarks.sql.SqlQuery;
import dev.partita.benchmarks.sql.SqlServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.HdrHistogram.Histogram;

/** Latency of short queries while other clients run long ones. */
final class SqlInterference {

  static final SqlQuery LONG = SqlQuery.SCAN;
  static final List<SqlQuery> SHORT = List.of(SqlQuery.LOOKUP, SqlQuery.JOIN);

  private static final int LONG_CLIENTS = 16;
  private static final int TURNS = 5;

  private final FigureTable table =
      new FigureTable(
          "One client, while %d others run: %s".formatted(LONG_CLIENTS, LONG.label()),
          List.of(
              text("query"),
              text("database"),
              number("p50 ms alone", 2),
              number("p50 ms", 2),
              number("p99 ms", 2),
              number("longest ms", 1)));

  FigureTable table() {
    return table;
  }

  void measure(SqlServer server, long documents, Benchmark.Setting setting) throws IOException {
    long millis = TURNS * setting.millis();
    for (SqlQuery query : SHORT) {
      setting
          .progress()
          .accept("sql: %s beside others, %s".formatted(query.label(), server.name()));
      try (SqlLoad few = new SqlLoad(server, 1, documents);
          SqlLoad many = new SqlLoad(server, LONG_CLIENTS, documents)) {
        SqlLoad.Counted _ = few.turn(query, millis);
        Histogram alone = few.turn(query, millis).latencies();
        CompletableFuture<SqlLoad.Counted> others =
            CompletableFuture.supplyAsync(
                () -> turn(many, millis), task -> Thread.ofPlatform().start(task));
        Histogram beside = few.turn(query, millis).latencies();
        SqlLoad.Counted _ = others.join();
        table.row(
            query.label(),
            server.name(),
            alone.getValueAtPercentile(50) / 1e6,
            beside.getValueAtPercentile(50) / 1e6,
            beside.getValueAtPercentile(99) / 1e6,
            beside.getMaxValue() / 1e6);
      }
    }
  }

  private static SqlLoad.Counted turn(SqlLoad load, long millis) {
    try {
      return load.turn(LONG, millis);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
