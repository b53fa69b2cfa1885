package dev.partita.benchmarks;

import static dev.partita.benchmarks.report.FigureTable.number;
import static dev.partita.benchmarks.report.FigureTable.text;

import dev.partita.benchmarks.http.Azurite;
import dev.partita.benchmarks.http.HttpLoad;
import dev.partita.benchmarks.http.MissingProgram;
import dev.partita.benchmarks.http.ServerProcess;
import dev.partita.benchmarks.http.TableRequests;
import dev.partita.benchmarks.report.FigureTable;
import dev.partita.benchmarks.report.Result;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Table requests per second, compared with Azurite, and as a table grows.
 *
 * @param growth number of entities the table grows to; 0 for none
 */
record Tables(int clients, long growth) implements Benchmark {

  private static final int READ = 5_000;
  private static final int SCANNED = 10_000;
  private static final double GOAL = 10;

  /** Long enough for the JIT: transactions run much code. */
  private static final long WARM_UP_MILLIS = 15_000;

  private static final long STEPS = 10;
  private static final double PAUSE_MILLIS = 50;

  /** Operations; scans come first, since they slow down with the amount of data. */
  private enum Operation {
    SCANS("pages of 1,000 of a partition of 10,000", 200),
    INSERTS("inserts", 204),
    READS("point reads", 200),
    BATCHES("transactions of 100 inserts", 202);

    private final String label;
    private final int status;

    Operation(String label, int status) {
      this.label = label;
      this.status = status;
    }

    String of(String server) {
      return label + ", " + server;
    }
  }

  /** One of the two servers. */
  private record Server(String name, ServerProcess process, TableWorkload workload) {

    Supplier<byte[]> supplier(Operation operation) throws IOException {
      TableWorkload signed = new TableWorkload(workload.requests().anew(), workload.table());
      return switch (operation) {
        case SCANS -> signed.pages("scan");
        case INSERTS -> signed.inserts(READ);
        case READS -> signed.reads(READ);
        case BATCHES -> signed.batches(1_000_000_000L);
      };
    }
  }

  @Override
  public Result run(Setting setting) throws IOException {
    HttpTurns turns = new HttpTurns(setting, clients, WARM_UP_MILLIS);
    boolean compared = false;
    List<FigureTable> tables = new ArrayList<>();
    List<Result.Goal> goals = new ArrayList<>();
    try (ServerProcess database = ServerProcess.tables(setting.scratch().folder())) {
      try (ServerProcess peer = peer(setting)) {
        List<Server> servers = new ArrayList<>();
        if (peer != null) {
          servers.add(filled(setting, "Azurite", peer));
          compared = true;
        }
        servers.add(filled(setting, "database", database));
        for (Operation operation : Operation.values()) {
          List<HttpTurns.Side> sides = new ArrayList<>();
          for (Server server : servers) {
            sides.add(
                new HttpTurns.Side(
                    operation.of(server.name()),
                    server.process(),
                    false,
                    server.supplier(operation),
                    operation.status));
          }
          turns.compare(sides);
        }
      }
      compare(turns, compared, tables, goals);
      if (growth > 0) {
        grow(setting, database, tables, goals);
      }
    }
    return new Result("tables", about(), tables, goals, true);
  }

  private static @Nullable ServerProcess peer(Setting setting) throws IOException {
    setting.progress().accept("tables: installing " + Azurite.NAME);
    try {
      return Azurite.start(setting.scratch().folder());
    } catch (MissingProgram e) {
      setting.progress().accept("tables: without " + Azurite.NAME + ". " + e.getMessage());
      return null;
    }
  }

  private static Server filled(Setting setting, String name, ServerProcess process)
      throws IOException {
    setting.progress().accept("tables: storing entities in " + name);
    TableWorkload workload = new TableWorkload(new TableRequests(process.port()), "bench");
    workload.createTable();
    send(process, workload.upserts("scan"), SCANNED);
    send(process, workload.inserts(0), READ);
    return new Server(name, process, workload);
  }

  /** Sends a number of requests whose responses have no content. */
  private static void send(ServerProcess to, Supplier<byte[]> requests, long count)
      throws IOException {
    try (HttpLoad load = new HttpLoad(to.port(), false, 4, limited(requests, count), 204)) {
      load.awaitAnswers(count);
    }
  }

  /** The first requests of a supplier, after which the client idles. */
  private static Supplier<byte[]> limited(Supplier<byte[]> requests, long count) {
    long[] left = {count};
    return () -> left[0]-- > 0 ? requests.get() : new byte[0];
  }

  private void compare(
      HttpTurns turns, boolean compared, List<FigureTable> tables, List<Result.Goal> goals) {
    FigureTable table =
        new FigureTable(
            "Requests over %d connections".formatted(clients),
            List.of(
                text("side"),
                number("requests/s", 0),
                number("ratio", 2),
                number("server CPU µs/request", 1),
                number("CPU ratio", 2),
                number("p50 ms", 2),
                number("p99 ms", 2)));
    for (Operation operation : Operation.values()) {
      String ours = operation.of("database");
      String peer = compared ? operation.of("Azurite") : ours;
      for (String label : compared ? List.of(peer, ours) : List.of(ours)) {
        table.row(
            label,
            turns.perSecond(label),
            turns.ratio(label, peer),
            turns.cpuMicros(label),
            turns.cpuMicros(peer) / turns.cpuMicros(label),
            turns.latencyMillis(label, 50),
            turns.latencyMillis(label, 99));
      }
      if (compared) {
        double ratio = turns.ratio(ours, peer);
        double cpu = turns.cpuMicros(peer) / turns.cpuMicros(ours);
        goals.add(
            new Result.Goal(
                "%s reach %.0f × Azurite, by rate and by CPU".formatted(operation.label, GOAL),
                "%.1f ×, %.1f ×".formatted(ratio, cpu),
                ratio >= GOAL && cpu >= GOAL));
      }
    }
    tables.add(table);
  }

  /** Loads a table in steps and measures the same requests at the end of each. */
  private void grow(
      Setting setting, ServerProcess database, List<FigureTable> tables, List<Result.Goal> goals)
      throws IOException {
    FigureTable table =
        new FigureTable(
            "A table that grows, in transactions of 100 by 4 clients",
            List.of(
                number("entities", 0),
                number("loaded/s", 0),
                number("CPU µs/entity", 1),
                number("p99 ms", 1),
                number("longest ms", 1),
                number("point read p50 ms", 2),
                number("point read p99 ms", 2),
                number("page of 1,000 p50 ms", 2)));
    TableRequests requests = new TableRequests(database.port());
    new TableWorkload(requests, "grown").createTable();
    send(database, new TableWorkload(requests, "grown").upserts("scan"), 1_000);
    double longest = 0;
    double first = 0;
    double last = 0;
    long perStep = growth / STEPS / TableWorkload.BATCH;
    for (long step = 0; step < STEPS; step++) {
      setting.progress().accept("tables: growing, step %d of %d".formatted(step + 1, STEPS));
      TableWorkload workload = new TableWorkload(requests.anew(), "grown");
      long from = step * perStep * TableWorkload.BATCH;
      long cpu = database.cpuNanos();
      HttpLoad.Counted loaded;
      try (HttpLoad load =
          new HttpLoad(database.port(), false, 4, limited(workload.batches(from), perStep), 202)) {
        loaded = load.awaitAnswers(perStep);
      }
      double entities = perStep * (double) TableWorkload.BATCH;
      double cpuMicros = (database.cpuNanos() - cpu) / 1e3 / entities;
      long total = (step + 1) * perStep * TableWorkload.BATCH;
      HttpLoad.Counted reads = asked(database, workload.reads(total));
      HttpLoad.Counted pages = asked(database, workload.pages("scan"));
      double max = loaded.latencies().getMaxValue() / 1e6;
      longest = Math.max(longest, max);
      last = entities / loaded.seconds();
      first = first == 0 ? last : first;
      table.row(
          total,
          last,
          cpuMicros,
          millis(loaded, 99),
          max,
          millis(reads, 50),
          millis(reads, 99),
          millis(pages, 50));
    }
    tables.add(table);
    goals.add(
        new Result.Goal(
            "the last tenth is loaded as quickly as the first",
            "%.2f ×".formatted(last / first),
            last >= 0.8 * first));
    goals.add(
        new Result.Goal(
            "no transaction takes longer than %.0f ms".formatted(PAUSE_MILLIS),
            "%.0f ms".formatted(longest),
            longest <= PAUSE_MILLIS));
  }

  private static HttpLoad.Counted asked(ServerProcess database, Supplier<byte[]> requests)
      throws IOException {
    try (HttpLoad load = new HttpLoad(database.port(), false, 1, requests, 200)) {
      return load.measure(500);
    }
  }

  private static double millis(HttpLoad.Counted counted, double percentile) {
    return counted.latencies().getValueAtPercentile(percentile) / 1e6;
  }

  private String about() {
    return ("Entities of 1 KB in a table of a storage account, asked for over HTTP on %d"
            + " connections kept open by one thread of another process on the same machine;"
            + " requests are signed, and both servers check that. Both keep their data on disk:"
            + " Azurite writes all of it every five seconds, the database makes each answer"
            + " durable first.")
        .formatted(clients);
  }
}
