package dev.partita.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.server.AdminServer.Answer;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Graphs and tables by way of the admin API. */
@Timeout(60)
class AdminDataTest {

  private static final String GRAPH = "/api/v1/databases/shop/containers/people/gremlin";
  private static final String STORAGE = "/api/v1/databases/devstoreaccount1%2Ftables/tables";
  private static final String COSMOS = "/api/v1/databases/TablesDB/tables";

  private static String key(String text) {
    return Base64.getEncoder().encodeToString(text.repeat(8).getBytes(UTF_8));
  }

  private static String script(String gremlin) {
    return JsonObject.builder().put("gremlin", gremlin).build().toString();
  }

  private static void fillGraph(AdminServer server) {
    server.container("shop", "people", 4_000);
    for (int i = 0; i < 5; i++) {
      String vertex = "g.addV('person').property('id','%d').property('customer','c')".formatted(i);
      assertThat(server.post(GRAPH, script(vertex)).status()).isEqualTo(200);
    }
  }

  @Test
  void carriesOutTraversalsAndReturnsAsManyResultsAsAreWanted() {
    try (AdminServer server = new AdminServer(Map.of())) {
      fillGraph(server);
      Answer all = server.post(GRAPH, script("g.V()"));
      assertThat((JsonArray) all.at("result", "data")).hasSize(5);
      assertThat(((JsonObject) all.at("status", "attributes")).has("x-partita-more")).isFalse();
      Answer some = server.post(GRAPH + "?limit=2", script("g.V()"));
      assertThat((JsonArray) some.at("result", "data")).hasSize(2);
      assertThat(some.at("status", "attributes", "x-partita-more")).isEqualTo(JsonBoolean.TRUE);
      assertThat(server.post(GRAPH, script("g.V().nothing()")).status()).isEqualTo(400);
      assertThat(server.post(GRAPH, "{}").status()).isEqualTo(400);
      assertThat(server.post(GRAPH + "?limit=0", script("g.V()")).status()).isEqualTo(400);
      assertThat(server.get(GRAPH).status()).isEqualTo(405);
    }
  }

  @Test
  void whatChangesMoreThanIsWantedIsDoneWhole() {
    try (AdminServer server = new AdminServer(Map.of())) {
      fillGraph(server);
      String change = script("g.V().property('seen', true)");
      assertThat((JsonArray) server.post(GRAPH + "?limit=1", change).at("result", "data"))
          .hasSize(1);
      Answer counted = server.post(GRAPH, script("g.V().has('seen', true).count()"));
      assertThat(counted.at("result", "data", "0")).isEqualTo(JsonNumber.of(5));
    }
  }

  @Test
  void aKeyForReadingReadsGraphsAndTablesAndChangesNeither() {
    try (AdminServer server =
        new AdminServer(Map.of("key", key("full"), "read-only-key", key("read")))) {
      server.container("shop", "people", 4_000);
      assertThat(send(server, "POST", GRAPH, script("g.V()"), "full").status()).isEqualTo(200);
      assertThat(send(server, "POST", GRAPH, script("g.V()"), "read").status()).isEqualTo(200);
      String change = script("g.addV('p').property('customer','c')");
      assertThat(send(server, "POST", GRAPH, change, "read").status()).isEqualTo(403);
      assertThat(send(server, "POST", GRAPH, change, "other").status()).isEqualTo(401);
      String table = "{\"TableName\":\"orders\"}";
      assertThat(send(server, "POST", STORAGE + "/Tables", table, "read").status()).isEqualTo(403);
      assertThat(send(server, "POST", STORAGE + "/Tables", table, "other").status()).isEqualTo(401);
      assertThat(send(server, "POST", STORAGE + "/Tables", table, "full").status()).isEqualTo(201);
      assertThat(send(server, "GET", STORAGE + "/orders()", "", "read").status()).isEqualTo(200);
      assertThat(send(server, "GET", STORAGE + "/orders()", "", "other").status()).isEqualTo(401);
    }
  }

  private static Answer send(
      AdminServer server, String method, String path, String body, String key) {
    return server.send(
        server
            .request(path)
            .header("authorization", "Bearer " + key(key))
            .header("content-type", "application/json")
            .method(method, BodyPublishers.ofString(body)));
  }

  @ParameterizedTest
  @ValueSource(strings = {STORAGE, COSMOS})
  void passesOnTheTableApi(String tables) {
    try (AdminServer server = new AdminServer(Map.of())) {
      assertThat(server.post(tables + "/Tables", "{\"TableName\":\"orders\"}").status())
          .isEqualTo(201);
      assertThat(
              server
                  .post(
                      tables + "/orders",
                      "{\"PartitionKey\":\"a b\",\"RowKey\":\"..%+\",\"total\":12}")
                  .status())
          .isEqualTo(201);
      Answer found = server.get(tables + "/orders()?$filter=total%20gt%2010");
      assertThat(found.at("value", "0", "RowKey")).isEqualTo(JsonString.of("..%+"));
      assertThat(server.get(tables + "/orders()?$filter=total%20gtt%2010").status()).isEqualTo(400);
      String one = tables + "/orders(PartitionKey='a%20b',RowKey='..%25%2B')";
      assertThat(server.get(one).at("total")).isEqualTo(JsonNumber.of(12));
      assertThat(server.send(server.request(one).DELETE().header("if-match", "*")).status())
          .isEqualTo(204);
      assertThat(server.send(server.request(tables + "/Tables('orders')").DELETE()).status())
          .isEqualTo(204);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/databases/shop/tables/Tables",
        "/api/v1/databases/nobody%2Ftables/tables/Tables",
        "/api/v1/databases/devstoreaccount1%2Fother/tables/Tables",
        "/api/v1/databases/%2Ftables/tables/Tables",
      })
  void tablesAreWhereTablesAre(String path) {
    try (AdminServer server = new AdminServer(Map.of())) {
      server.container("shop", "orders", 400);
      assertThat(server.get(path).status()).isEqualTo(404);
    }
  }

  @Test
  void saysWhichDatabasesThereAreAndWhatTheirContainersAreFor() {
    try (AdminServer server = new AdminServer(Map.of())) {
      fillGraph(server);
      server.container("shop", "orders", 400);
      server.post(STORAGE + "/Tables", "{\"TableName\":\"invoices\"}");
      server.post(COSMOS + "/Tables", "{\"TableName\":\"parts\"}");
      JsonArray databases = (JsonArray) server.get("/api/v1/databases").at("databases");
      assertThat(texts(databases, "database"))
          .containsExactly("TablesDB", "devstoreaccount1/tables", "shop");
      assertThat(AdminServer.at(databases, "2", "containers")).isEqualTo(JsonNumber.of(2));
      JsonArray containers =
          (JsonArray) server.get("/api/v1/containers?figures=false").at("containers");
      assertThat(texts(containers, "container"))
          .containsExactly("parts", "invoices", "orders", "people");
      assertThat(texts(containers, "api")).containsExactly("table", "table", "nosql", "gremlin");
      assertThat(((JsonObject) containers.at(0)).has("items")).isFalse();
      assertThat(server.get("/api/v1/containers").at("containers", "3", "items"))
          .isEqualTo(JsonNumber.of(5));
      assertThat(server.get("/api/v1/account").at("storageAccounts", "0"))
          .isEqualTo(JsonString.of("devstoreaccount1"));
    }
  }

  private static List<String> texts(JsonArray array, String property) {
    return array.elements().stream()
        .map(each -> ((JsonString) ((JsonObject) each).at(property)).value())
        .toList();
  }
}
