package dev.partita.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What operators see of graphs. */
final class AdminGraphsTest {

  private static AdminServer.Answer gremlin(AdminServer server, String method, String body) {
    String user = Base64.getEncoder().encodeToString("/dbs/shop/colls/people:any".getBytes(UTF_8));
    URI address =
        URI.create(
            "http://localhost:" + server.server.uri("gremlin").orElseThrow().getPort() + "/");
    return server.send(
        HttpRequest.newBuilder(address)
            .header("authorization", "Basic " + user)
            .method(method, BodyPublishers.ofString(body)));
  }

  @Test
  void countsAndLogsTraversalsLikeOtherRequests() {
    try (AdminServer server = new AdminServer(Map.of("auth", "off", "request-log-every", "1"))) {
      assertThat(gremlin(server, "PUT", "{\"partitionKey\":\"/city\"}").status()).isEqualTo(201);
      String add = "g.addV('person').property('id','ada').property('city','london')";
      assertThat(gremlin(server, "POST", "{\"gremlin\":\"" + add + "\"}").status()).isEqualTo(200);
      assertThat(gremlin(server, "POST", "{\"gremlin\":\"g.V().nonsense()\"}").status())
          .isEqualTo(400);
      assertThat(gremlin(server, "POST", "{\"gremlin\":\"g.V().count()\"}").status())
          .isEqualTo(200);

      assertThat(server.get("/metrics").text())
          .contains("cosmos_requests_total{api=\"gremlin\",operation=\"Metadata\",status=\"201\"")
          .contains("cosmos_requests_total{api=\"gremlin\",operation=\"Execute\",status=\"200\"")
          .contains("cosmos_requests_total{api=\"gremlin\",operation=\"Query\",status=\"400\"")
          .contains("cosmos_requests_total{api=\"gremlin\",operation=\"Query\",status=\"200\"")
          .contains("cosmos_request_duration_seconds_count{api=\"gremlin\",operation=\"Query\"} 2");
      JsonObject added = (JsonObject) server.get("/api/v1/requests").at("requests", "2");
      assertThat(added.at("api")).isEqualTo(JsonString.of("gremlin"));
      assertThat(added.at("operation")).isEqualTo(JsonString.of("Execute"));
      assertThat(added.at("database")).isEqualTo(JsonString.of("shop"));
      assertThat(added.at("container")).isEqualTo(JsonString.of("people"));
      assertThat(((JsonNumber) added.at("ru")).doubleValue()).isGreaterThan(1);
      assertThat(((JsonNumber) added.at("bytes")).doubleValue()).isPositive();
    }
  }

  @Test
  void tellsGraphsFromOtherContainers() {
    try (AdminServer server = new AdminServer(Map.of("auth", "off"))) {
      assertThat(gremlin(server, "PUT", "{\"partitionKey\":\"/city\"}").status()).isEqualTo(201);
      var _ = server.container("shop", "zones", 400);
      AdminServer.Answer containers = server.get("/api/v1/containers");
      assertThat(containers.at("containers", "0", "api")).isEqualTo(JsonString.of("gremlin"));
      assertThat(containers.at("containers", "1", "api")).isEqualTo(JsonString.of("nosql"));
    }
  }
}
