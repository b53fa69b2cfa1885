package dev.partita.gremlin;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.base.time.Clock;
import dev.partita.container.Engine;
import dev.partita.container.EngineOptions;
import dev.partita.document.Documents;
import dev.partita.graph.Graphs;
import dev.partita.net.NetServer;
import dev.partita.net.http.BlockingHandler;
import dev.partita.net.http.Response;
import dev.partita.net.transport.NetLimits;
import dev.partita.protocol.account.AccountKeys;
import dev.partita.storage.memory.MemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** The Gremlin API alone on a port of its own, over an engine in memory. */
final class Endpoint implements AutoCloseable {

  static final String USER = "/dbs/db/colls/graph";
  static final String KEY = Base64.getEncoder().encodeToString("a key".getBytes(UTF_8));
  static final String READER = Base64.getEncoder().encodeToString("a reader".getBytes(UTF_8));

  private final Engine engine =
      Engine.open(new MemoryStore(), EngineOptions.defaults().withThrottling(false));
  private final BlockingQueue<AnsweredRequest> answered = new LinkedBlockingQueue<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private final GremlinApi api;
  private final NetServer server;
  private final InetSocketAddress address;

  Endpoint(UnaryOperator<GremlinOptions> limits) {
    Graphs graphs = new Graphs(engine, new Documents(engine), Engine.DEFAULT_ACCOUNT);
    GremlinOptions options =
        GremlinOptions.of(
            new AccountKeys(List.of(AccountKeys.decode(KEY)), List.of(AccountKeys.decode(READER))));
    api = new GremlinApi(() -> graphs, limits.apply(options), answered::add);
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server =
        NetServer.start(
            List.of(anyPort),
            (BlockingHandler) _ -> Response.of(404),
            NetLimits.standard(),
            Clock.system());
    address = server.listen(anyPort, api, api);
  }

  /** One with a graph whose vertices are divided by country over several partitions. */
  static Endpoint withGraph() {
    Endpoint endpoint = new Endpoint(options -> options);
    endpoint.createGraph();
    return endpoint;
  }

  void createGraph() {
    HttpResponse<String> created =
        http("PUT", USER, KEY, "{\"partitionKey\":\"/country\",\"throughput\":40000}");
    if (created.statusCode() != 201) {
      throw new IllegalStateException(created.body());
    }
  }

  int port() {
    return address.getPort();
  }

  URI webSocket() {
    return URI.create("ws://localhost:" + port() + "/gremlin");
  }

  HttpResponse<String> http(String method, String user, String key, String body) {
    String credentials = Base64.getEncoder().encodeToString((user + ":" + key).getBytes(UTF_8));
    try {
      return client.send(
          HttpRequest.newBuilder(URI.create("http://localhost:" + port() + "/"))
              .header("authorization", "Basic " + credentials)
              .method(method, HttpRequest.BodyPublishers.ofString(body))
              .build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The result of a script over HTTP. */
  String script(String gremlin) {
    return http("POST", USER, KEY, "{\"gremlin\":\"" + gremlin + "\"}").body();
  }

  HttpClient client() {
    return client;
  }

  /** What was told of the next request that was answered. */
  AnsweredRequest next() throws InterruptedException {
    AnsweredRequest next = answered.poll(30, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("Nothing was told of a request.");
    }
    return next;
  }

  void forget() {
    answered.clear();
  }

  @Override
  public void close() {
    client.shutdownNow();
    api.close();
    server.close();
    engine.close();
  }
}
