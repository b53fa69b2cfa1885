package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonString;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a server that is no node of a cluster says of clusters. */
@Timeout(120)
class AdminClusterTest {

  private final AdminServer server = new AdminServer(Map.of());

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void itSaysThatItIsAloneAndWhatWouldChangeThat() {
    AdminServer.Answer answer = server.get("/api/v1/cluster");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.at("isCluster")).isEqualTo(JsonBoolean.FALSE);
    assertThat(answer.at("health")).isEqualTo(JsonString.of("healthy"));
    assertThat(answer.text()).contains("partita serve --cluster");
    assertThat(server.get("/api/v1/account").at("isCluster")).isEqualTo(JsonBoolean.FALSE);
  }

  @Test
  void changesAreAConflictThatSaysWhy() {
    for (String path : List.of("token", "settings", "nodes/b/drain", "nodes/b/remove")) {
      AdminServer.Answer answer = server.post("/api/v1/cluster/" + path, "{\"replicas\":\"3\"}");
      assertThat(answer.status()).as(path).isEqualTo(409);
      assertThat(answer.text()).contains("no node of a cluster");
    }
  }

  @Test
  void whatIsNotThereIsNotFoundAndOtherMethodsAreRefused() {
    assertThat(server.get("/api/v1/cluster/nothing").status()).isEqualTo(404);
    assertThat(server.get("/api/v1/cluster/nodes/b").status()).isEqualTo(404);
    assertThat(server.post("/api/v1/cluster", "{}").status()).isEqualTo(405);
    assertThat(server.get("/api/v1/cluster/token").status()).isEqualTo(405);
  }
}
