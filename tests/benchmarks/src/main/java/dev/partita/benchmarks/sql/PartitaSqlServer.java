package dev.partita.benchmarks.sql;

import dev.partita.benchmarks.http.OneRequest;
import dev.partita.benchmarks.http.ServerProcess;
import dev.partita.benchmarks.http.SignedRequests;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.json.JsonWriter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Partita, queried over HTTP as its SDKs do. */
public final class PartitaSqlServer implements SqlServer {

  private static final String CONTAINER = "dbs/bench/colls/sql";
  private static final String PATH = "/" + CONTAINER + "/docs";
  private static final int PARTITIONS = 4;
  private static final int THROUGHPUT = 10_000 * PARTITIONS;
  private static final int WRITERS = 16;
  private static final List<String> NAMES = List.of("@a", "@b");

  private final ServerProcess process;
  private long documents;

  private PartitaSqlServer(ServerProcess process) {
    this.process = process;
  }

  /** Starts it with an empty container of four partitions. */
  public static PartitaSqlServer start(Path folder, long cacheBytes) throws IOException {
    ServerProcess process = ServerProcess.database(folder, cacheBytes);
    SignedRequests signed = SignedRequests.to(process.port());
    OneRequest.require(201, process.port(), signed.createDatabase("bench"));
    OneRequest.require(201, process.port(), signed.createContainer("bench", "sql", THROUGHPUT));
    return new PartitaSqlServer(process);
  }

  @Override
  public String name() {
    return "Partita";
  }

  @Override
  public Client connect() throws IOException {
    return new Connection(process.port(), documents);
  }

  @Override
  public long cpuNanos() {
    return process.cpuNanos();
  }

  /** Stores documents in batches of one key each. */
  @Override
  public void store(long from, long to) throws IOException {
    Iterator<long[]> batches = SqlDocuments.batches(from, to).iterator();
    List<Future<?>> writers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
      for (int i = 0; i < WRITERS; i++) {
        writers.add(
            threads.submit(
                () -> {
                  try (Connection connection = new Connection(process.port(), 0)) {
                    for (long[] numbers = next(batches);
                        numbers.length > 0;
                        numbers = next(batches)) {
                      connection.store(numbers);
                    }
                  }
                  return null;
                }));
      }
    }
    for (Future<?> writer : writers) {
      try {
        writer.get();
      } catch (InterruptedException e) {
        throw new IllegalStateException("The load was interrupted.", e);
      } catch (ExecutionException e) {
        throw new IOException("A writer failed.", e.getCause());
      }
    }
    documents = to;
  }

  /** Next batch; an empty one after the last. */
  private static long[] next(Iterator<long[]> batches) {
    synchronized (batches) {
      return batches.hasNext() ? batches.next() : new long[0];
    }
  }

  @Override
  public void close() {
    process.close();
  }

  /** Persistent connection. */
  private static final class Connection implements Client {

    private static final int REQUESTS_PER_DATE = 10_000;

    private final Socket socket;
    private final AnswerReader answers;
    private final long documents;
    private String beginning;
    private int requests;

    Connection(int port, long documents) throws IOException {
      this.documents = documents;
      this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
      this.socket.setTcpNoDelay(true);
      this.answers = new AnswerReader(socket.getInputStream());
      this.beginning = signedNow(port);
    }

    private static String signedNow(int port) {
      return SignedRequests.to(port).beginning("POST", PATH, "docs", CONTAINER);
    }

    @Override
    public long run(SqlQuery query, long number) throws IOException {
      String key =
          query == SqlQuery.LOOKUP
              ? "x-ms-documentdb-partitionkey: [\"" + SqlDocuments.key(number) + "\"]\r\n"
              : "x-ms-documentdb-query-enablecrosspartition: true\r\n";
      List<JsonValue> parameters = new ArrayList<>();
      for (Object value : query.values(number, documents)) {
        if (parameters.size() < NAMES.size()
            && query.sql().contains(NAMES.get(parameters.size()))) {
          parameters.add(
              JsonObject.builder()
                  .put("name", NAMES.get(parameters.size()))
                  .put(
                      "value",
                      value instanceof Long whole
                          ? JsonNumber.of(whole)
                          : JsonString.of(value.toString()))
                  .build());
        }
      }
      byte[] body =
          JsonWriter.bytes(
              JsonObject.builder()
                  .put("query", query.sql())
                  .put("parameters", JsonArray.of(parameters))
                  .build());
      String headers = "x-ms-documentdb-isquery: true\r\nx-ms-max-item-count: -1\r\n" + key;
      long rows = 0;
      String more = "";
      do {
        rows += count(send(headers + more, body));
        String continuation = answers.continuation();
        more = continuation == null ? "" : "x-ms-continuation: " + continuation + "\r\n";
      } while (!more.isEmpty());
      return rows;
    }

    /** Stores documents of one key. */
    void store(long[] numbers) throws IOException {
      List<JsonValue> operations = new ArrayList<>();
      for (long number : numbers) {
        operations.add(
            JsonObject.builder()
                .put("operationType", "Create")
                .put("resourceBody", SqlDocuments.document(number))
                .put("minimalReturnPreference", JsonBoolean.TRUE)
                .build());
      }
      send(
          "x-ms-cosmos-is-batch-request: true\r\nx-ms-cosmos-batch-atomic: true\r\n"
              + "x-ms-documentdb-partitionkey: [\""
              + SqlDocuments.key(numbers[0])
              + "\"]\r\n",
          JsonWriter.bytes(JsonArray.of(operations)));
    }

    /** Body of the response. */
    private String send(String headers, byte[] body) throws IOException {
      if (++requests % REQUESTS_PER_DATE == 0) {
        beginning = signedNow(socket.getPort());
      }
      socket.getOutputStream().write(SignedRequests.request(beginning, headers, body));
      return answers.next();
    }

    /** Number of rows, which is behind the last colon. */
    private static long count(String page) {
      return Long.parseLong(page, page.lastIndexOf(':') + 1, page.length() - 1, 10);
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
