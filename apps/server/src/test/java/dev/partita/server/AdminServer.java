package dev.partita.server;

import dev.partita.base.time.Clock;
import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionScheme;
import dev.partita.document.Items;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonValue;
import dev.partita.protocol.ProtocolModule;
import dev.partita.storage.Store;
import dev.partita.throughput.ThroughputSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** A server in memory with a hand on its engine, and a client of its admin API. */
final class AdminServer implements AutoCloseable {

  record Answer(int status, String text, HttpResponse<String> http) {

    JsonObject json() {
      return (JsonObject) JsonReader.DEFAULT.read(text);
    }

    JsonValue at(String... path) {
      return AdminServer.at(json(), path);
    }
  }

  final PartitaServer server;
  final Node node;
  private final HttpClient client = HttpClient.newHttpClient();

  AdminServer(Map<String, String> flags) {
    this(Protocols.ALL, flags);
  }

  /** With its data in a store. */
  AdminServer(Store store, Map<String, String> flags) {
    this(Protocols.ALL, options -> Node.on(store, options), flags);
  }

  AdminServer(List<ProtocolModule<?, ?>> modules, Map<String, String> flags) {
    this(modules, Node::open, flags);
  }

  private AdminServer(
      List<ProtocolModule<?, ?>> modules,
      Function<ServerOptions, Node> nodes,
      Map<String, String> flags) {
    AtomicReference<Node> opened = new AtomicReference<>();
    Map<String, String> all = new TreeMap<>(flags);
    all.putIfAbsent("port", "0");
    all.putIfAbsent("in-memory", "true");
    server =
        PartitaServer.start(
            ServerOptions.resolve(modules, all, Map.of()),
            options -> {
              Node open = nodes.apply(options);
              opened.set(open);
              return open;
            },
            Clock.system());
    node = opened.get();
  }

  static JsonValue at(JsonValue value, String... path) {
    JsonValue found = value;
    for (String name : path) {
      found =
          found instanceof JsonArray array
              ? array.at(Integer.parseInt(name))
              : ((JsonObject) found).at(name);
    }
    return found;
  }

  Engine engine() {
    return node.engine();
  }

  /** A container in the database, which is made if need be. */
  Items container(String database, String name, long ruPerSecond) {
    DatabaseRecord owner =
        engine()
            .catalogue()
            .database(Engine.DEFAULT_ACCOUNT, database)
            .orElseGet(
                () -> engine().containers().createDatabase(Engine.DEFAULT_ACCOUNT, database, null));
    Container container =
        engine()
            .containers()
            .createContainer(
                owner.number(),
                ContainerDefinition.of(
                        name, new PartitionScheme.Hashed(PartitionKeyDefinition.hash("/customer")))
                    .withIndexing(IndexingPolicy.DEFAULT),
                new ThroughputSettings.Manual(ruPerSecond));
    return node.documents().items(container);
  }

  static void fill(Items items, int customers, int each) {
    fill(items, customers, 0, each);
  }

  /**
   * Makes items for each of some customers.
   *
   * @param from the first id of each
   * @param to the id after the last
   */
  static void fill(Items items, int customers, int from, int to) {
    for (int i = 0; i < customers; i++) {
      for (int j = from; j < to; j++) {
        items.create(
            null,
            JsonObject.builder()
                .put("id", Integer.toString(j))
                .put("customer", "customer " + i)
                .put("total", j)
                .build());
      }
    }
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server.uri() + path));
  }

  Answer get(String path) {
    return send(request(path));
  }

  Answer post(String path, String body) {
    return send(request(path).POST(BodyPublishers.ofString(body)));
  }

  Answer send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
      return new Answer(answer.statusCode(), answer.body(), answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  HttpClient client() {
    return client;
  }

  @Override
  public void close() {
    client.shutdownNow();
    server.close();
  }
}
