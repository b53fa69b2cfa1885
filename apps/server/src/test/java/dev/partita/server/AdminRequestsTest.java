package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.document.Items;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The request log, and how a query is explained. */
@Timeout(120)
class AdminRequestsTest {

  private static final String EXPLAIN = "/api/v1/databases/shop/containers/orders/explain";

  private static AdminServer.Answer read(AdminServer server, String id) {
    return server.send(
        server
            .request("/dbs/shop/colls/orders/docs/" + id)
            .header("x-ms-documentdb-partitionkey", "[\"customer 0\"]"));
  }

  @Test
  void everyRequestIsLoggedIfThatIsAskedFor() {
    try (AdminServer server = new AdminServer(Map.of("auth", "off", "request-log-every", "1"))) {
      AdminServer.fill(server.container("shop", "orders", 400), 1, 1);
      read(server, "0");
      read(server, "none");
      AdminServer.Answer log = server.get("/api/v1/requests");
      assertThat(log.at("sampledEvery")).isEqualTo(JsonNumber.of(1));
      assertThat(((JsonArray) log.at("requests")).size()).isEqualTo(2);
      assertThat(log.at("requests", "0", "status")).isEqualTo(JsonNumber.of(404));
      JsonObject found = (JsonObject) log.at("requests", "1");
      assertThat(found.at("operation")).isEqualTo(JsonString.of("Read"));
      assertThat(found.at("database")).isEqualTo(JsonString.of("shop"));
      assertThat(found.at("container")).isEqualTo(JsonString.of("orders"));
      assertThat(found.at("partition")).isEqualTo(JsonString.of("0"));
      assertThat(found.at("key")).isEqualTo(JsonString.of("[\"customer 0\"]"));
      assertThat(found.at("ru")).isEqualTo(JsonNumber.of(1));
      assertThat(((JsonArray) server.get("/api/v1/requests?limit=1").at("requests")).size())
          .isEqualTo(1);
    }
  }

  @Test
  void failuresAreLoggedInAnyCaseUnlessItIsOff() {
    try (AdminServer server = new AdminServer(Map.of("request-log-every", "1000000000"))) {
      server.container("shop", "orders", 400);
      assertThat(read(server, "0").status()).isEqualTo(401);
      assertThat(server.get("/api/v1/requests").at("requests", "0", "status"))
          .isEqualTo(JsonNumber.of(401));
    }
    try (AdminServer server = new AdminServer(Map.of("request-log-every", "0"))) {
      server.container("shop", "orders", 400);
      assertThat(read(server, "0").status()).isEqualTo(401);
      assertThat(((JsonArray) server.get("/api/v1/requests").at("requests")).isEmpty()).isTrue();
    }
  }

  @Test
  void filesAreJsonLinesUnderAHeadAndBounded(@TempDir Path folder) throws IOException {
    Path data = folder.resolve("data");
    Map<String, String> flags =
        Map.of(
            "auth", "off",
            "in-memory", "false",
            "durability", "relaxed",
            "data", data.toString(),
            "request-log-every", "1",
            "request-log-bytes", Long.toString(ServerSettings.LOG_BYTES_MIN));
    for (int run = 0; run < 2; run++) {
      try (AdminServer server = new AdminServer(flags)) {
        for (int i = 0; i < 250; i++) {
          server.get("/dbs/shop" + run);
        }
      }
    }
    long total = 0;
    int entries = 0;
    try (Stream<Path> files = Files.list(data.resolve("requests"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".jsonl")).toList()) {
        total += Files.size(file);
        List<String> lines = Files.readAllLines(file);
        assertThat(lines.getFirst() + "\n").isEqualTo(RequestLogFiles.HEAD);
        for (String line : lines.subList(1, lines.size())) {
          JsonObject entry = (JsonObject) JsonReader.DEFAULT.read(line);
          assertThat(entry.at("operation")).isEqualTo(JsonString.of("Metadata"));
          entries++;
        }
      }
    }
    assertThat(total).isLessThanOrEqualTo(ServerSettings.LOG_BYTES_MIN);
    assertThat(entries).isBetween(200, 500);
  }

  @Test
  void filesOfTheFirstVersionAreLeftAsTheyAre(@TempDir Path folder) throws IOException {
    Path requests = Files.createDirectories(folder.resolve("requests"));
    String head = "{\"format\":\"partita-requests\",\"version\":1}\n";
    Files.writeString(requests.resolve("requests.jsonl"), head + "{\"at\":\"1\"}\n");
    List<JsonObject> read = new ArrayList<>();
    try (RequestLogFiles files = RequestLogFiles.open(requests, ServerSettings.LOG_BYTES_MIN)) {
      files.add(JsonObject.builder().put("at", "2").build());
    }
    try (RequestLogFiles files = RequestLogFiles.open(requests, ServerSettings.LOG_BYTES_MIN)) {
      assertThat(files.read(line -> true, read::add)).isTrue();
    }
    assertThat(read).extracting(each -> each.at("at").toString()).containsExactly("\"1\"", "\"2\"");
    assertThat(Files.readString(requests.resolve("requests.1.jsonl"))).startsWith(head);
    assertThat(Files.readString(requests.resolve("requests.jsonl")))
        .startsWith(RequestLogFiles.HEAD);
  }

  @Test
  void filesSayWhatIsAskedOfItemsWithoutTheirIds(@TempDir Path folder) throws IOException {
    Map<String, String> flags =
        Map.of(
            "auth", "off",
            "in-memory", "false",
            "durability", "relaxed",
            "data", folder.toString(),
            "request-log-every", "1",
            "request-log-hashes", "true",
            "request-log-bytes", Long.toString(ServerSettings.LOG_BYTES_MIN));
    try (AdminServer server = new AdminServer(flags)) {
      AdminServer.fill(server.container("shop", "orders", 400), 1, 1);
      read(server, "0");
    }
    String log = Files.readString(folder.resolve("requests").resolve("requests.jsonl"));
    assertThat(log).contains("\"keyHashes\":[\"").contains("\"items\":[\"");
    assertThat(log).doesNotContain("customer 0");
  }

  @Test
  void aPlanShowsWhatEachOperatorCosts() {
    try (AdminServer server = new AdminServer(Map.of())) {
      Items items = server.container("shop", "orders", 4_000);
      AdminServer.fill(items, 5, 4);
      AdminServer.Answer answer =
          server.post(
              EXPLAIN,
              """
              {"query": "SELECT c.id FROM c WHERE c.total >= @least ORDER BY c.total",
               "parameters": [{"name": "@least", "value": 2}]}
              """);
      assertThat(answer.status()).as(answer.text()).isEqualTo(200);
      assertThat(answer.at("rows")).isEqualTo(JsonNumber.of(10));
      assertThat(answer.at("plan", "operator")).isEqualTo(JsonString.of("Query"));
      assertThat(answer.at("plan", "children", "0", "operator"))
          .isEqualTo(JsonString.of("Project"));
      double total = ((JsonNumber) answer.at("totalRu")).doubleValue();
      assertThat(sum((JsonObject) answer.at("plan"))).isBetween(total - 0.05, total + 0.05);
      assertThat(((JsonArray) answer.at("indexAdvice", "utilized")).isEmpty()).isFalse();
    }
  }

  @Test
  void aPlanCanBeAskedForOneKey() {
    try (AdminServer server = new AdminServer(Map.of())) {
      Items items = server.container("shop", "orders", 4_000);
      AdminServer.fill(items, 5, 4);
      AdminServer.Answer answer =
          server.post(
              EXPLAIN, "{\"query\": \"SELECT * FROM c\", \"partitionKey\": [\"customer 1\"]}");
      assertThat(answer.at("rows")).isEqualTo(JsonNumber.of(4));
      assertThat(answer.at("plan", "detail").toString()).contains("partition 0");
      AdminServer.Answer wrong = server.post(EXPLAIN, "{\"query\": \"SELEC\"}");
      assertThat(wrong.status()).isEqualTo(400);
      assertThat(wrong.at("message"))
          .isEqualTo(JsonString.of("Syntax error, incorrect syntax near 'SELEC'."));
      assertThat(wrong.at("errors", "0", "location", "end")).isEqualTo(JsonNumber.of(5));
      assertThat(server.post(EXPLAIN, "{}").status()).isEqualTo(400);
      assertThat(
              server
                  .post(EXPLAIN, "{\"query\": \"SELECT * FROM c\", \"partitionKey\": 5}")
                  .status())
          .isEqualTo(400);
    }
  }

  private static double sum(JsonObject node) {
    double sum = ((JsonNumber) node.at("ru")).doubleValue();
    for (JsonValue child : (JsonArray) node.at("children")) {
      sum += sum((JsonObject) child);
    }
    return sum;
  }
}
