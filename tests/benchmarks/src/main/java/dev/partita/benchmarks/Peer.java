package dev.partita.benchmarks;

import static dev.partita.benchmarks.report.FigureTable.number;
import static dev.partita.benchmarks.report.FigureTable.text;

import dev.partita.benchmarks.http.OneRequest;
import dev.partita.benchmarks.http.PeerEmulator;
import dev.partita.benchmarks.http.ServerProcess;
import dev.partita.benchmarks.http.SignedRequests;
import dev.partita.benchmarks.report.FigureTable;
import dev.partita.benchmarks.report.Result;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** Requests per second, compared with another server that developers use. */
record Peer(int clients) implements Benchmark {

  private static final int ITEMS = 1_000;
  private static final int ITEMS_PER_KEY = 10;
  private static final double GOAL = 10;
  private static final String CONTAINER = "dbs/bench/colls/bench";
  private static final String ACROSS = "x-ms-documentdb-query-enablecrosspartition: true\r\n";

  /** Operations; creates come last, since queries slow down with the amount of data. */
  private enum Operation {
    READS("point reads"),
    QUERIES("queries of a partition key, ten items"),
    ACROSS_QUERIES("queries across partitions by a value, one item"),
    CREATES("creates");

    private final String label;

    Operation(String label) {
      this.label = label;
    }

    String of(String server) {
      return label + ", " + server;
    }
  }

  /** One of the two servers, with its data. */
  private record Server(String name, ServerProcess process, Requests requests) {}

  @Override
  public Result run(Setting setting) throws IOException {
    HttpTurns turns = new HttpTurns(setting, clients);
    setting.progress().accept("peer: installing " + PeerEmulator.NAME);
    try (ServerProcess peer = PeerEmulator.start(setting.scratch().folder());
        ServerProcess database = ServerProcess.database(setting.scratch().folder())) {
      setting.progress().accept("peer: storing %,d items in each".formatted(ITEMS));
      ItemWorkload workload = new ItemWorkload();
      List<Server> servers =
          List.of(filled("peer", peer, workload), filled("database", database, workload));
      for (Operation operation : Operation.values()) {
        List<HttpTurns.Side> sides = new ArrayList<>();
        for (Server server : servers) {
          sides.add(
              new HttpTurns.Side(
                  operation.of(server.name()),
                  server.process(),
                  false,
                  server.requests().supplier(operation),
                  operation == Operation.CREATES ? 201 : 200));
        }
        turns.compare(sides);
      }
    }
    return result(turns);
  }

  private static Server filled(String name, ServerProcess process, ItemWorkload workload)
      throws IOException {
    int port = process.port();
    SignedRequests signed = SignedRequests.to(port);
    OneRequest.require(201, port, signed.createDatabase("bench"));
    OneRequest.require(201, port, signed.createContainer("bench", "bench"));
    Requests requests = new Requests(signed, workload);
    for (long i = 0; i < ITEMS; i++) {
      OneRequest.require(201, port, requests.create(i));
    }
    requireCount(ITEMS_PER_KEY, OneRequest.require(200, port, requests.query(0)));
    requireCount(1, OneRequest.require(200, port, requests.queryAcross(0)));
    return new Server(name, process, requests);
  }

  /** Checks the number of results: fewer of them would be faster. */
  private static void requireCount(int count, ServerProcess.RecordedAnswer answer) {
    JsonObject page = JsonReader.DEFAULT.readObject(answer.body());
    if (!page.at("_count").equals(JsonNumber.of(count))) {
      throw new IllegalStateException("A query did not find " + count + " items.");
    }
  }

  /** Requests to one server, the same for both except for the address. */
  private record Requests(SignedRequests signed, ItemWorkload workload) {

    Supplier<byte[]> supplier(Operation operation) {
      return switch (operation) {
        case READS -> cycle(this::read);
        case QUERIES -> cycle(this::query);
        case ACROSS_QUERIES -> cycle(this::queryAcross);
        case CREATES -> {
          long[] next = {ITEMS};
          yield () -> create(next[0]++);
        }
      };
    }

    private static Supplier<byte[]> cycle(LongFunction<byte[]> request) {
      List<byte[]> requests = LongStream.range(0, ITEMS).mapToObj(request).toList();
      int[] next = {0};
      return () -> requests.get(next[0]++ % ITEMS);
    }

    private static String key(long number) {
      return "customer-%05d".formatted(number / ITEMS_PER_KEY);
    }

    private static String email(long number) {
      return "person%08d@mail.example".formatted(number);
    }

    private static String keyHeader(long number) {
      return "x-ms-documentdb-partitionkey: [\"" + key(number) + "\"]\r\n";
    }

    byte[] create(long number) {
      JsonObject item =
          workload
              .document(number)
              .with("pk", JsonString.of(key(number)))
              .with("email", JsonString.of(email(number)));
      return signed.request(
          "POST",
          "/" + CONTAINER + "/docs",
          "docs",
          CONTAINER,
          keyHeader(number),
          JsonWriter.bytes(item));
    }

    byte[] read(long number) {
      String link = CONTAINER + "/docs/" + workload.id(number);
      return signed.request("GET", "/" + link, "docs", link, keyHeader(number), new byte[0]);
    }

    byte[] query(long number) {
      return signed.query(
          CONTAINER, keyHeader(number), "SELECT * FROM c WHERE c.pk = @value", key(number));
    }

    byte[] queryAcross(long number) {
      return signed.query(
          CONTAINER, ACROSS, "SELECT * FROM c WHERE c.email = @value", email(number));
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
                number("server CPU µs/request", 1),
                number("p50 ms", 2),
                number("p99 ms", 2)));
    List<Result.Goal> goals = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      String peer = operation.of("peer");
      String ours = operation.of("database");
      for (String label : List.of(peer, ours)) {
        table.row(
            label,
            turns.perSecond(label),
            turns.ratio(label, peer),
            turns.cpuMicros(label),
            turns.latencyMillis(label, 50),
            turns.latencyMillis(label, 99));
      }
      double ratio = turns.ratio(ours, peer);
      goals.add(
          new Result.Goal(
              "%s reach %.0f × the peer".formatted(operation.label, GOAL),
              "%.1f ×".formatted(ratio),
              ratio >= GOAL));
    }
    return new Result(
        "peer",
        ("%,d items of 1 KB under %d partition keys, asked for over HTTP on %d connections kept"
                + " open by one thread of another process on the same machine. The peer is %s: its"
                + " data is in memory and not durable, it has no index, and it looks at no"
                + " signature. The database checks signatures, indexes everything, and its creates"
                + " are durable.")
            .formatted(ITEMS, ITEMS / ITEMS_PER_KEY, clients, PeerEmulator.NAME),
        List.of(table),
        goals,
        true);
  }
}
