package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.document.Items;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Failures that tests ask for, as clients of the NoSQL API meet them. */
@Timeout(120)
class RehearsalsTest {

  private static final String ORDERS = "/api/v1/databases/shop/containers/orders/rehearsals";
  private static final String ITEMS = "/dbs/shop/colls/orders/docs";

  private final AdminServer server =
      new AdminServer(Map.of("rehearsals", "true", "auth", "off", "table-port", "0"));
  private final Items orders = server.container("shop", "orders", 10_000);

  @AfterEach
  void close() {
    server.close();
  }

  private AdminServer.Answer write(String id, String customer) {
    return server.send(
        keyed(ITEMS, customer)
            .POST(
                BodyPublishers.ofString(
                    "{\"id\":\"%s\",\"customer\":\"%s\"}".formatted(id, customer))));
  }

  private AdminServer.Answer read(String id, String customer) {
    return server.send(keyed(ITEMS + "/" + id, customer));
  }

  private HttpRequest.Builder keyed(String path, String customer) {
    return server
        .request(path)
        .header("x-ms-documentdb-partitionkey", "[\"" + customer + "\"]")
        .header("content-type", "application/json");
  }

  @ParameterizedTest
  @CsvSource({
    "throttle, 429, 3200",
    "retry-with, 449, 0",
    "unavailable, 503, 0",
    "gone, 410, 1002",
    "timeout, 408, 0"
  })
  void theNextRequestsFailAndAreNotCarriedOut(String fault, int status, String subStatus) {
    AdminServer.Answer made =
        server.post(
            ORDERS, "{\"fault\":\"%s\",\"count\":2,\"retryAfterMillis\":7}".formatted(fault));
    assertThat(made.status()).isEqualTo(201);

    for (int i = 0; i < 2; i++) {
      AdminServer.Answer answer = write("1", "ada");
      assertThat(answer.status()).isEqualTo(status);
      assertThat(answer.http().headers().firstValue("x-ms-substatus")).hasValue(subStatus);
      assertThat(answer.text()).contains("Rehearsal 1");
      if (status == 429) {
        assertThat(answer.http().headers().firstValue("x-ms-retry-after-ms")).hasValue("7");
      }
    }
    assertThat(read("1", "ada").status()).isEqualTo(404);
    assertThat(write("1", "ada").status()).isEqualTo(201);
    assertThat(server.get("/api/v1/rehearsals").at("rehearsals", "0", "met"))
        .isEqualTo(JsonNumber.of(2));
  }

  @Test
  void anAnswerIsLostAfterTheWrite() {
    server.post(ORDERS, "{\"fault\":\"lost-answer\",\"count\":1,\"operations\":\"writes\"}");

    assertThat(write("1", "ada").status()).isEqualTo(408);
    assertThat(read("1", "ada").status()).isEqualTo(200);
    assertThat(write("1", "ada").status()).isEqualTo(409);
  }

  @Test
  void anAnswerTakesAsLongAsAskedFor() {
    server.post(ORDERS, "{\"fault\":\"latency\",\"latencyMillis\":300,\"count\":1}");
    long begun = server.engine().clock().nanos();

    assertThat(write("1", "ada").status()).isEqualTo(201);
    assertThat(server.engine().clock().nanos() - begun).isGreaterThanOrEqualTo(300_000_000L);
  }

  @Test
  void onlyTheKeyThatIsMeantIsConcerned() {
    server.post(ORDERS, "{\"fault\":\"throttle\",\"key\":[\"ada\"]}");

    assertThat(write("1", "ada").status()).isEqualTo(429);
    assertThat(write("1", "bob").status()).isEqualTo(201);
  }

  @Test
  void aPartitionIsOfflineUntilTheRehearsalIsStopped() {
    AdminServer.fill(orders, 20, 1);
    server.engine().reshaper().split(orders.container(), 0);
    String of =
        "/api/v1/databases/shop/containers/orders/partitions/locate?key=%5B%22customer%201%22%5D";
    String partition = ((JsonString) server.get(of).at("partition")).value();
    server.post(ORDERS, "{\"fault\":\"unavailable\",\"partition\":\"" + partition + "\"}");

    long refused = 0;
    for (int i = 0; i < 20; i++) {
      refused += read("0", "customer " + i).status() == 503 ? 1 : 0;
    }
    assertThat(refused).isBetween(1L, 19L);
    assertThat(read("0", "customer 1").status()).isEqualTo(503);

    assertThat(server.send(server.request("/api/v1/rehearsals?id=1").DELETE()).status())
        .isEqualTo(200);
    assertThat(read("0", "customer 1").status()).isEqualTo(200);
  }

  @Test
  void queriesAreReads() {
    server.post(ORDERS, "{\"fault\":\"unavailable\",\"operations\":\"writes\"}");
    AdminServer.Answer answer =
        server.send(
            keyed(ITEMS, "ada")
                .setHeader("content-type", "application/query+json")
                .header("x-ms-documentdb-isquery", "true")
                .POST(BodyPublishers.ofString("{\"query\":\"SELECT * FROM c\"}")));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(write("1", "ada").status()).isEqualTo(503);
  }

  @Test
  void whatExpiresDoesWhenTheClockIsMoved() {
    AdminServer.Answer changed =
        server.send(
            keyed("/dbs/shop/colls/orders", "ada")
                .PUT(
                    BodyPublishers.ofString(
                        "{\"id\":\"orders\",\"partitionKey\":{\"paths\":[\"/customer\"],"
                            + "\"kind\":\"Hash\",\"version\":2},"
                            + "\"defaultTtl\":3600}")));
    assertThat(changed.text()).contains("3600");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(write("1", "ada").status()).isEqualTo(201);
    assertThat(read("1", "ada").status()).isEqualTo(200);

    AdminServer.Answer moved = server.post("/api/v1/clock", "{\"advanceMillis\":3601000}");

    assertThat(moved.at("aheadMillis")).isEqualTo(JsonNumber.of(3_601_000));
    assertThat(read("1", "ada").status()).isEqualTo(404);
    assertThat(server.get("/api/v1/clock").at("aheadMillis")).isEqualTo(JsonNumber.of(3_601_000));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"fault\":\"fire\"}|one of throttle",
        "{\"fault\":\"throttle\",\"often\":1}|no such property",
        "{\"fault\":\"throttle\",\"count\":-1}|whole number",
        "{\"fault\":\"throttle\",\"key\":\"ada\"}|array",
        "{\"fault\":\"throttle\",\"partition\":\"x\"}|id of a partition",
        "{\"fault\":\"throttle\",\"operations\":\"some\"}|all, reads or writes",
        "{\"fault\":\"latency\"}|how long",
      })
  void whatIsNotUnderstoodIsRefused(String body, String said) {
    AdminServer.Answer answer = server.post(ORDERS, body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.text()).contains(said);
  }

  @Test
  void aResetLeavesNothing() {
    server.post(ORDERS, "{\"fault\":\"throttle\"}");
    assertThat(server.post("/api/v1/reset", "").status()).isEqualTo(200);

    assertThat(server.get("/api/v1/databases").text()).doesNotContain("shop");
    assertThat(server.get("/api/v1/rehearsals").text()).isEqualTo("{\"rehearsals\":[]}");
    var _ = server.container("shop", "orders", 400);
    assertThat(write("1", "ada").status()).isEqualTo(201);
  }

  @Test
  void withoutTheSettingThereAreNone() {
    try (AdminServer production = new AdminServer(Map.of("auth", "off"))) {
      var _ = production.container("shop", "orders", 400);
      for (String path : new String[] {ORDERS, "/api/v1/clock", "/api/v1/reset"}) {
        AdminServer.Answer answer = production.post(path, "{\"fault\":\"throttle\"}");
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.text()).contains("--rehearsals");
      }
    }
  }
}
