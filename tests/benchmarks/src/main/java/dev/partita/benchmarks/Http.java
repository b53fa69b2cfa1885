package dev.partita.benchmarks;

import static dev.partita.benchmarks.report.FigureTable.number;
import static dev.partita.benchmarks.report.FigureTable.text;

import dev.partita.benchmarks.http.OneRequest;
import dev.partita.benchmarks.http.ServerProcess;
import dev.partita.benchmarks.http.SignedRequests;
import dev.partita.benchmarks.report.FigureTable;
import dev.partita.benchmarks.report.Result;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonWriter;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.rocks.RocksStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Throughput of the NoSQL API, compared with a bare server with the same network library and the
 * same responses, and with the engine without the API.
 */
record Http(int clients) implements Benchmark {

  private static final int ITEMS = 2_000;
  private static final double GOAL = 0.6;
  private static final String LINK = "dbs/bench/colls/bench";

  @Override
  public Result run(Setting setting) throws IOException {
    ItemWorkload workload = new ItemWorkload();
    Path data = setting.scratch().folder();
    HttpTurns turns = new HttpTurns(setting, clients);
    try (ServerProcess database = ServerProcess.database(data)) {
      SignedRequests signed = SignedRequests.to(database.port());
      setting.progress().accept("http: storing %,d items".formatted(ITEMS));
      fill(database, signed, workload);
      List<byte[]> reads = reads(signed, workload);
      Path answer = setting.scratch().folder();
      OneRequest.send(database.port(), reads.getFirst()).write(answer);
      try (ServerProcess bare = ServerProcess.bare(false, answer);
          ServerProcess bareTls = ServerProcess.bare(true, answer)) {
        turns.compare(
            List.of(
                new HttpTurns.Side("bare Netty, HTTP", bare, false, cycle(reads), 200),
                new HttpTurns.Side("point reads, HTTP", database, false, cycle(reads), 200)));
        turns.compare(
            List.of(
                new HttpTurns.Side("bare Netty, HTTPS", bareTls, true, cycle(reads), 200),
                new HttpTurns.Side("point reads, HTTPS", database, true, cycle(reads), 200)));
      }
      turns.compare(
          List.of(
              new HttpTurns.Side(
                  "creates, HTTP", database, false, creates(signed, workload), 201)));
    }
    engineCreates(setting, workload, turns);
    return result(turns);
  }

  static void fill(ServerProcess database, SignedRequests signed, ItemWorkload workload)
      throws IOException {
    OneRequest.require(201, database.port(), signed.createDatabase("bench"));
    OneRequest.require(201, database.port(), signed.createContainer("bench", "bench"));
    for (long i = 0; i < ITEMS; i++) {
      OneRequest.require(201, database.port(), create(signed, workload, i));
    }
  }

  static List<byte[]> reads(SignedRequests signed, ItemWorkload workload) {
    List<byte[]> requests = new ArrayList<>();
    for (long i = 0; i < ITEMS; i++) {
      String link = LINK + "/docs/" + workload.id(i);
      requests.add(
          signed.request("GET", "/" + link, "docs", link, keyHeader(workload, i), new byte[0]));
    }
    return requests;
  }

  private static byte[] create(SignedRequests signed, ItemWorkload workload, long number) {
    return signed.request(
        "POST",
        "/" + LINK + "/docs",
        "docs",
        LINK,
        keyHeader(workload, number),
        JsonWriter.bytes(workload.document(number)));
  }

  private static String keyHeader(ItemWorkload workload, long number) {
    return "x-ms-documentdb-partitionkey: " + workload.partitionKey(number).toJson() + "\r\n";
  }

  static Supplier<byte[]> cycle(List<byte[]> requests) {
    int[] next = {0};
    return () -> requests.get(next[0]++ % requests.size());
  }

  private static Supplier<byte[]> creates(SignedRequests signed, ItemWorkload workload) {
    long[] next = {ITEMS};
    return () -> create(signed, workload, next[0]++);
  }

  /** The same number of clients, documents and indexes, without a network. */
  private void engineCreates(Setting setting, ItemWorkload workload, HttpTurns turns) {
    try (Database database =
        Database.over(
            RocksStore.open(StoreOptions.in(setting.scratch().folder())),
            1,
            IndexingPolicy.DEFAULT)) {
      AtomicLong next = new AtomicLong();
      for (int round = 0; round <= setting.rounds(); round++) {
        setting.progress().accept("http: creates, engine alone, round " + round);
        Measurement measured =
            ClosedLoop.run(
                clients,
                ClientThreads.VIRTUAL.factory(),
                300,
                round == 0 ? HttpTurns.WARM_UP_MILLIS : setting.millis(),
                () -> {
                  database.items().create(null, workload.document(next.getAndIncrement()));
                  return 1;
                });
        if (round > 0) {
          turns.add("creates, engine alone", measured);
        }
      }
    }
  }

  private Result result(HttpTurns turns) {
    FigureTable table =
        new FigureTable(
            "Requests over %d connections".formatted(clients),
            List.of(
                text("side"),
                number("requests/s", 0),
                number("ratio", 2),
                text("to"),
                number("server CPU µs/request", 1),
                number("p50 ms", 2),
                number("p99 ms", 2)));
    List<Result.Goal> goals = new ArrayList<>();
    Map<String, String> limits =
        Map.of(
            "point reads, HTTP", "bare Netty, HTTP",
            "point reads, HTTPS", "bare Netty, HTTPS",
            "creates, HTTP", "creates, engine alone");
    for (String label : turns.labels()) {
      String limit = limits.getOrDefault(label, label);
      double ratio = turns.ratio(label, limit);
      table.row(
          label,
          turns.perSecond(label),
          ratio,
          limit.equals(label) ? "–" : limit,
          turns.cpuMicros(label),
          turns.latencyMillis(label, 50),
          turns.latencyMillis(label, 99));
      if (!limit.equals(label)) {
        goals.add(
            new Result.Goal(
                "%s reach %.1f × %s".formatted(label, GOAL, limit),
                "%.2f ×".formatted(ratio),
                ratio >= GOAL));
      }
    }
    return new Result(
        "http",
        ("Requests of the NoSQL API with signatures, as SDKs send them, over %d connections kept"
                + " open. The load comes from another process on the same machine. The bare server"
                + " answers every request with the recorded answer of the database. The creates"
                + " are durable, with the default index.")
            .formatted(clients),
        List.of(table),
        goals,
        true);
  }
}
