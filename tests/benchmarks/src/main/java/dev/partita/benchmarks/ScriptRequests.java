package dev.partita.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.benchmarks.Benchmark.Setting;
import dev.partita.benchmarks.http.OneRequest;
import dev.partita.benchmarks.http.ServerProcess;
import dev.partita.benchmarks.http.SignedRequests;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.storage.Durability;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.rocks.RocksStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Scripts to measure, and requests with the same effect with and without them. Not for use by
 * several threads.
 */
final class ScriptRequests {

  /** Number of items that a request writes, the maximum of a batch. */
  static final int ITEMS = 100;

  /** Creates items one after the other, as procedures for imports do. */
  static final String IMPORT =
      """
      function (items) {
        var collection = getContext().getCollection();
        var response = getContext().getResponse();
        var link = collection.getSelfLink();
        var made = 0;
        function createNext() {
          if (!collection.createDocument(link, items[made], created)) response.setBody(made);
        }
        function created(error) {
          if (error) throw error;
          made++;
          if (made === items.length) response.setBody(made);
          else createNext();
        }
        createNext();
      }
      """;

  private static final String LINK = "dbs/bench/colls/bench";
  private static final int WRITERS = 64;
  private static final String OF_NUMBERS =
      "function (price, number) { return (price + number) % 10000 === 7; }";
  private static final String OF_DOCUMENT =
      "function (item) { return (item.price + item.number) % 10000 === 7; }";

  private final Setting setting;
  private final int documents;
  private final Path data;
  private final ItemWorkload workload = new ItemWorkload();
  private final AtomicLong numbers = new AtomicLong();

  ScriptRequests(Setting setting, int documents) {
    this.setting = setting;
    this.documents = documents;
    this.data = setting.scratch().folder();
  }

  Path data() {
    return data;
  }

  /** Stores the documents directly, without a server. */
  void store() {
    setting.progress().accept("scripts: storing %,d documents".formatted(documents));
    StoreOptions options = StoreOptions.in(data).withDurability(Durability.RELAXED);
    try (Database database = Database.over(RocksStore.open(options), 1, IndexingPolicy.DEFAULT)) {
      AtomicLong next = new AtomicLong();
      List<Thread> writers =
          LongStream.range(0, WRITERS)
              .mapToObj(_ -> Thread.ofVirtual().start(() -> store(database, next)))
              .toList();
      for (Thread writer : writers) {
        writer.join();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("The benchmark was interrupted.", e);
    }
  }

  private void store(Database database, AtomicLong next) {
    for (long n = next.getAndIncrement(); n < documents; n = next.getAndIncrement()) {
      database.items().create(null, QueryDocuments.document(n));
    }
  }

  void register(ServerProcess server) throws IOException {
    SignedRequests signed = SignedRequests.to(server.port());
    OneRequest.require(201, server.port(), create(signed, LINK, "udfs", "numbers", OF_NUMBERS));
    OneRequest.require(201, server.port(), create(signed, LINK, "udfs", "item", OF_DOCUMENT));
    OneRequest.require(201, server.port(), create(signed, LINK, "sprocs", "import", IMPORT));
    // Writes go to a container of their own, so that the container of the reads does not grow.
    OneRequest.require(201, server.port(), signed.createContainer("bench", "writes"));
    OneRequest.require(
        201, server.port(), create(signed, "dbs/bench/colls/writes", "sprocs", "import", IMPORT));
  }

  static byte[] create(
      SignedRequests signed, String container, String kind, String name, String body) {
    JsonObject script = JsonObject.builder().put("id", name).put("body", body).build();
    return signed.request(
        "POST",
        "/" + container + "/" + kind,
        kind,
        container,
        "",
        script.toString().getBytes(UTF_8));
  }

  static byte[] execute(
      SignedRequests signed, String container, String name, String key, String arguments) {
    String link = container + "/sprocs/" + name;
    return signed.request(
        "POST", "/" + link, "sprocs", link, keyHeader(key), arguments.getBytes(UTF_8));
  }

  /**
   * Queries with the same results.
   *
   * @param limits receives which label is compared with which
   */
  List<HttpTurns.Side> queries(ServerProcess server, Map<String, String> limits)
      throws IOException {
    String sql = "a condition in SQL";
    String numbers = "a function of two numbers";
    String item = "a function of the whole item";
    limits.put(numbers, sql);
    limits.put(item, sql);
    return List.of(
        query(server, sql, "(c.price + c.number) % 10000 = 7"),
        query(server, numbers, "udf.numbers(c.price, c.number)"),
        query(server, item, "udf.item(c)"));
  }

  private static HttpTurns.Side query(ServerProcess server, String label, String condition)
      throws IOException {
    byte[] request =
        SignedRequests.to(server.port())
            .query(
                LINK,
                "x-ms-documentdb-query-enablecrosspartition: True\r\n",
                "SELECT VALUE c.id FROM c WHERE " + condition,
                "");
    ServerProcess.RecordedAnswer answer = OneRequest.require(200, server.port(), request);
    if (answer.headers().contains("x-ms-continuation")) {
      throw new IllegalStateException("The query has more than one page: " + condition);
    }
    return new HttpTurns.Side(label, server, false, () -> request, 200);
  }

  /** Requests that write the same items, small ones and ones of a kilobyte. */
  List<HttpTurns.Side> writes(ServerProcess server, Map<String, String> limits) {
    SignedRequests signed = SignedRequests.to(server.port());
    String container = "dbs/bench/colls/writes";
    String smallBatch = "a batch of 100 small items";
    String smallProcedure = "a procedure that creates 100 small items";
    String batch = "a batch of 100 items of 1 KB";
    String procedure = "a procedure that creates 100 items of 1 KB";
    limits.put(smallProcedure, smallBatch);
    limits.put(procedure, batch);
    return List.of(
        side(server, smallBatch, () -> batch(signed, container, ScriptRequests::small)),
        side(server, smallProcedure, () -> procedure(signed, container, ScriptRequests::small)),
        side(server, batch, () -> batch(signed, container, workload::document)),
        side(server, procedure, () -> procedure(signed, container, workload::document)));
  }

  private static HttpTurns.Side side(
      ServerProcess server, String label, Supplier<byte[]> requests) {
    return new HttpTurns.Side(label, server, false, requests, 200);
  }

  /** Asks for a response without the items, like that of the procedure. */
  private byte[] batch(SignedRequests signed, String container, LongFunction<JsonObject> make) {
    String key = key();
    String operations =
        items(key, make)
            .map(item -> "{\"operationType\":\"Create\",\"resourceBody\":" + item + "}")
            .collect(Collectors.joining(",", "[", "]"));
    return signed.request(
        "POST",
        "/" + container + "/docs",
        "docs",
        container,
        "x-ms-cosmos-is-batch-request: True\r\nx-ms-cosmos-batch-atomic: True\r\n"
            + "prefer: return=minimal\r\n"
            + keyHeader(key),
        operations.getBytes(UTF_8));
  }

  private byte[] procedure(SignedRequests signed, String container, LongFunction<JsonObject> make) {
    String key = key();
    String arguments = items(key, make).collect(Collectors.joining(",", "[[", "]]"));
    return execute(signed, container, "import", key, arguments);
  }

  private Stream<String> items(String key, LongFunction<JsonObject> make) {
    long first = numbers.getAndAdd(ITEMS);
    return LongStream.range(first, first + ITEMS)
        .mapToObj(n -> make.apply(n).with("pk", JsonString.of(key)).toString());
  }

  private String key() {
    return "key-" + numbers.get();
  }

  private static JsonObject small(long number) {
    return JsonObject.builder()
        .put("id", "item-" + number)
        .put("number", JsonNumber.of(number))
        .put("city", "city-" + number % QueryDocuments.CITIES)
        .build();
  }

  private static String keyHeader(String key) {
    return "x-ms-documentdb-partitionkey: [\"" + key + "\"]\r\n";
  }
}
