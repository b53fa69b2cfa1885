package dev.partita.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionScheme;
import dev.partita.document.Items;
import dev.partita.embedded.Partita;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.throughput.ThroughputSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Data of the tests, written to the server directly. */
final class Data {

  private Data() {}

  static JsonObject json(String text) {
    return JsonReader.DEFAULT.readObject(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Creates a container with the throughput of one partition. */
  static Items items(Partita partita, String database, String container, String... keyPaths) {
    return container(partita, database, container, 400, keyPaths);
  }

  /** Creates a container with throughput, which decides on its number of partitions. */
  static Items container(
      Partita partita, String database, String container, long ruPerSecond, String... keyPaths) {
    Engine engine = partita.engine();
    DatabaseRecord owner =
        engine
            .catalogue()
            .database(Engine.DEFAULT_ACCOUNT, database)
            .orElseGet(
                () -> engine.containers().createDatabase(Engine.DEFAULT_ACCOUNT, database, null));
    PartitionKeyDefinition key =
        keyPaths.length > 1
            ? PartitionKeyDefinition.multiHash(keyPaths)
            : PartitionKeyDefinition.hash(keyPaths);
    Container made =
        engine
            .containers()
            .container(owner.number(), container)
            .orElseGet(
                () ->
                    engine
                        .containers()
                        .createContainer(
                            owner.number(),
                            ContainerDefinition.of(container, new PartitionScheme.Hashed(key))
                                .withIndexing(IndexingPolicy.DEFAULT),
                            new ThroughputSettings.Manual(ruPerSecond)));
    return partita.documents().items(made);
  }

  /** Carries out a script on a container as a graph. */
  static void gremlin(Partita partita, String database, String container, String script) {
    JsonObject body = JsonObject.builder().put("gremlin", script).build();
    post(
        partita,
        "/databases/" + database + "/containers/" + container + "/gremlin",
        body.toString());
  }

  /** Sends a request to the admin API, which must succeed. */
  static void post(Partita partita, String path, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(partita.uri() + "/api/v1" + path))
            .header("content-type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes orders of several customers, one of whom has a quarter of them. */
  static void fillOrders(Items orders, int count) {
    fillOrders(orders, "order", count);
  }

  /** Writes orders with a prefix of their ids. */
  static void fillOrders(Items orders, String prefix, int count) {
    String[] names = {"ada", "grace", "alan", "edsger", "barbara", "tony", "leslie", "donald"};
    Random random = new Random(prefix.hashCode());
    for (int i = 0; i < count; i++) {
      String customer =
          random.nextInt(4) == 0 ? "ada" : names[random.nextInt(names.length)] + random.nextInt(9);
      String order =
          """
          {"id": "%s-%03d", "customer": "%s", "total": %d, "paid": %b,
           "address": {"city": "London", "street": "St James's Square"},
           "lines": [{"sku": "A-%d", "count": %d}, {"sku": "B-%d", "count": 1}], "note": "%s"}
          """
              .formatted(
                  prefix,
                  i,
                  customer,
                  random.nextInt(500),
                  random.nextBoolean(),
                  random.nextInt(90),
                  random.nextInt(5),
                  random.nextInt(90),
                  "Leave it at the door. ".repeat(random.nextInt(40)));
      orders.create(null, json(order));
    }
  }
}
