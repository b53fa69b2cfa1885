package dev.partita.benchmarks;

import static dev.partita.benchmarks.report.Table.number;
import static dev.partita.benchmarks.report.Table.text;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.base.time.Clock;
import dev.partita.benchmarks.http.HttpLoad;
import dev.partita.benchmarks.http.OneRequest;
import dev.partita.benchmarks.http.ServerProcess;
import dev.partita.benchmarks.http.SignedRequests;
import dev.partita.benchmarks.report.Result;
import dev.partita.benchmarks.report.Table;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonWriter;
import dev.partita.nosql.MasterKeys;
import dev.partita.storage.RocksStore;
import dev.partita.storage.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * How many requests the NoSQL API answers per second, against a bare server with the same network
 * library and the same answers, and against the engine without the API.
 */
record Http(int clients) implements Benchmark {

  private static final int ITEMS = 2_000;
  private static final long WARM_UP_MILLIS = 6_000;
  private static final double GOAL = 0.6;
  private static final String LINK = "dbs/bench/colls/bench";

  /** What one side did in one turn. */
  private record Turn(double perSecond, double cpuMicros, Histogram latencies) {}

  @Override
  public Result run(Setting setting) throws IOException {
    Workload workload = new Workload();
    Path data = setting.scratch().folder();
    Map<String, List<Turn>> turns = new LinkedHashMap<>();
    try (ServerProcess database = ServerProcess.database(data)) {
      SignedRequests signed =
          new SignedRequests(
              MasterKeys.WELL_KNOWN,
              Instant.ofEpochMilli(Clock.system().millis()).atZone(ZoneOffset.UTC),
              "localhost:" + database.port());
      setting.progress().accept("http: storing %,d items".formatted(ITEMS));
      fill(database, signed, workload);
      List<byte[]> reads = reads(signed, workload);
      Path answer = setting.scratch().folder();
      OneRequest.send(database.port(), reads.getFirst()).write(answer);
      try (ServerProcess bare = ServerProcess.bare(false, answer);
          ServerProcess bareTls = ServerProcess.bare(true, answer)) {
        compare(
            setting,
            turns,
            List.of(
                new Side("bare Netty, HTTP", bare, false, cycle(reads), 200),
                new Side("point reads, HTTP", database, false, cycle(reads), 200)));
        compare(
            setting,
            turns,
            List.of(
                new Side("bare Netty, HTTPS", bareTls, true, cycle(reads), 200),
                new Side("point reads, HTTPS", database, true, cycle(reads), 200)));
      }
      compare(
          setting,
          turns,
          List.of(new Side("creates, HTTP", database, false, creates(signed, workload), 201)));
    }
    turns.put("creates, engine alone", engineCreates(setting, workload));
    return result(turns);
  }

  private record Side(
      String label, ServerProcess server, boolean tls, Supplier<byte[]> requests, int status) {}

  private void compare(Setting setting, Map<String, List<Turn>> turns, List<Side> sides)
      throws IOException {
    for (Side side : sides) {
      setting.progress().accept("http: warming up, " + side.label());
      turn(side, WARM_UP_MILLIS);
    }
    for (int round = 1; round <= setting.rounds(); round++) {
      for (Side side : sides) {
        setting.progress().accept("http: " + side.label() + ", round " + round);
        turns
            .computeIfAbsent(side.label(), _ -> new ArrayList<>())
            .add(turn(side, setting.millis()));
      }
    }
  }

  private Turn turn(Side side, long millis) throws IOException {
    try (HttpLoad load =
        new HttpLoad(side.server().port(), side.tls(), clients, side.requests(), side.status())) {
      load.measure(300);
      long cpuNanos = side.server().cpuNanos();
      HttpLoad.Counted counted = load.measure(millis);
      cpuNanos = side.server().cpuNanos() - cpuNanos;
      return new Turn(counted.perSecond(), cpuNanos / 1e3 / counted.answers(), counted.latencies());
    }
  }

  private static void fill(ServerProcess database, SignedRequests signed, Workload workload)
      throws IOException {
    require(
        201,
        database,
        signed.request("POST", "/dbs", "dbs", "", "", "{\"id\":\"bench\"}".getBytes(UTF_8)));
    require(
        201,
        database,
        signed.request(
            "POST",
            "/dbs/bench/colls",
            "colls",
            "dbs/bench",
            "",
            "{\"id\":\"bench\",\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2}}"
                .getBytes(UTF_8)));
    for (long i = 0; i < ITEMS; i++) {
      require(201, database, create(signed, workload, i));
    }
  }

  private static void require(int status, ServerProcess server, byte[] request) throws IOException {
    ServerProcess.RecordedAnswer answer = OneRequest.send(server.port(), request);
    if (answer.status() != status) {
      throw new IllegalStateException("The server answered: " + new String(answer.body(), UTF_8));
    }
  }

  private static List<byte[]> reads(SignedRequests signed, Workload workload) {
    List<byte[]> requests = new ArrayList<>();
    for (long i = 0; i < ITEMS; i++) {
      String link = LINK + "/docs/" + workload.id(i);
      requests.add(
          signed.request("GET", "/" + link, "docs", link, keyHeader(workload, i), new byte[0]));
    }
    return requests;
  }

  private static byte[] create(SignedRequests signed, Workload workload, long number) {
    return signed.request(
        "POST",
        "/" + LINK + "/docs",
        "docs",
        LINK,
        keyHeader(workload, number),
        JsonWriter.bytes(workload.document(number)));
  }

  private static String keyHeader(Workload workload, long number) {
    return "x-ms-documentdb-partitionkey: " + workload.partitionKey(number).toJson() + "\r\n";
  }

  private static Supplier<byte[]> cycle(List<byte[]> requests) {
    int[] next = {0};
    return () -> requests.get(next[0]++ % requests.size());
  }

  private static Supplier<byte[]> creates(SignedRequests signed, Workload workload) {
    long[] next = {ITEMS};
    return () -> create(signed, workload, next[0]++);
  }

  /** As many clients, the same documents and the same index, without a network between. */
  private List<Turn> engineCreates(Setting setting, Workload workload) {
    List<Turn> turns = new ArrayList<>();
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
                round == 0 ? WARM_UP_MILLIS : setting.millis(),
                () -> {
                  database.items().create(null, workload.document(next.getAndIncrement()));
                  return 1;
                });
        if (round > 0) {
          turns.add(
              new Turn(
                  measured.operationsPerSecond(),
                  measured.cpuMicrosPerOperation(),
                  measured.latencies()));
        }
      }
    }
    return turns;
  }

  private Result result(Map<String, List<Turn>> turns) {
    Table table =
        new Table(
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
    turns.forEach(
        (label, measured) -> {
          String limit = limits.getOrDefault(label, label);
          double rate = rate(measured);
          double ratio = rate / rate(turns.getOrDefault(limit, measured));
          table.row(
              label,
              rate,
              ratio,
              limit.equals(label) ? "–" : limit,
              Measurement.median(measured.stream().map(Turn::cpuMicros).toList()),
              millis(measured, 50),
              millis(measured, 99));
          if (!limit.equals(label)) {
            goals.add(
                new Result.Goal(
                    "%s reach %.1f × %s".formatted(label, GOAL, limit),
                    "%.2f ×".formatted(ratio),
                    ratio >= GOAL));
          }
        });
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

  private static double rate(List<Turn> turns) {
    return Measurement.median(turns.stream().map(Turn::perSecond).toList());
  }

  private static double millis(List<Turn> turns, double percentile) {
    return Measurement.median(
        turns.stream()
            .map(turn -> turn.latencies().getValueAtPercentile(percentile) / 1e6)
            .toList());
  }
}
