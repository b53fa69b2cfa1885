package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.Clock;
import dev.partita.document.Items;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Advice on partition keys, from requests that were really made. */
@Timeout(120)
class AdminAdviceTest {

  private static final String PATH = "/api/v1/databases/shop/containers/orders/advice";
  private static final long DEADLINE_MILLIS = 60_000;

  private static AdminServer.Answer finished(AdminServer server) {
    Clock clock = Clock.system();
    long until = clock.millis() + DEADLINE_MILLIS;
    AdminServer.Answer answer = server.get(PATH);
    while (answer.at("state").equals(JsonString.of("running")) && clock.millis() < until) {
      clock.sleep(20);
      answer = server.get(PATH);
    }
    return answer;
  }

  private static void fill(Items items) {
    for (int i = 0; i < 300; i++) {
      items.create(
          null,
          (JsonObject)
              JsonReader.DEFAULT.read(
                  "{\"id\":\"%d\",\"customer\":\"customer %d\",\"shop\":\"shop %d\"}"
                      .formatted(i, i % 3, i % 100)));
    }
  }

  private static AdminServer.Answer query(AdminServer server, int shop) {
    return server.send(
        server
            .request("/dbs/shop/colls/orders/docs")
            .header("x-ms-documentdb-isquery", "true")
            .header("x-ms-documentdb-query-enablecrosspartition", "true")
            .header("content-type", "application/query+json")
            .POST(
                java.net.http.HttpRequest.BodyPublishers.ofString(
                    "{\"query\":\"SELECT * FROM c WHERE c.shop = 'shop %d'\"}".formatted(shop))));
  }

  @Test
  void isWorkedOutFromTheRequestsInTheLog() {
    try (AdminServer server = new AdminServer(Map.of("auth", "off", "request-log-every", "1"))) {
      fill(server.container("shop", "orders", 10_000));
      for (int i = 0; i < 200; i++) {
        assertThat(query(server, i % 100).status()).isEqualTo(200);
      }
      assertThat(server.get(PATH).status()).isEqualTo(404);
      AdminServer.Answer begun = server.post(PATH, "{\"partitions\": 8}");
      assertThat(begun.status()).as(begun.text()).isEqualTo(202);
      AdminServer.Answer done = finished(server);
      assertThat(done.at("state")).as(done.text()).isEqualTo(JsonString.of("done"));
      // A hundred values are few for eight partitions: they may be divided further.
      assertThat(((JsonString) done.at("advice", "best")).value()).startsWith("/shop");
      assertThat(done.at("advice", "requestsReplayed")).isEqualTo(JsonNumber.of(200));
      assertThat(done.at("advice", "documents")).isEqualTo(JsonNumber.of(300));
      assertThat(done.at("advice", "partitions")).isEqualTo(JsonNumber.of(8));
      assertThat(((JsonArray) done.at("advice", "candidates")).size()).isGreaterThan(3);
    }
  }

  @Test
  void refusesWhatMakesNoSenseAndSaysWhatIsMissing() {
    try (AdminServer server = new AdminServer(Map.of("auth", "off"))) {
      server.container("shop", "orders", 400);
      assertThat(server.post(PATH, "{\"partitions\": 0}").status()).isEqualTo(400);
      assertThat(server.post(PATH, "{\"partitions\": \"many\"}").status()).isEqualTo(400);
      assertThat(server.post(PATH, "{}").status()).isEqualTo(202);
      AdminServer.Answer done = finished(server);
      assertThat(done.at("state")).isEqualTo(JsonString.of("failed"));
      assertThat(done.at("error", "message").toString()).contains("no documents");
    }
  }
}
