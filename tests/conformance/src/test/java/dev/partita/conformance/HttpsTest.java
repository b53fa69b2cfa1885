package dev.partita.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.GatewayConnectionConfig;
import com.azure.cosmos.Http2ConnectionConfig;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS on the port that also accepts plain HTTP, and HTTP/2 for clients that negotiate it. */
final class HttpsTest {

  @RegisterExtension static final RunningServer SERVER = new RunningServer();

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Shows("Account: HTTP, HTTPS and HTTP/2 on one port")
  void servesSecureClients(boolean http2) {
    GatewayConnectionConfig gateway =
        new GatewayConnectionConfig()
            .setHttp2ConnectionConfig(new Http2ConnectionConfig().setEnabled(http2));
    try (CosmosClient client =
        SERVER
            .builder()
            .endpoint("https://localhost:" + SERVER.partita().uri().getPort())
            .gatewayMode(gateway)
            .buildClient()) {
      String name = RunningServer.name("secure");
      client.createDatabase(name);
      client.getDatabase(name).createContainer("c", "/pk");
      CosmosContainer container = client.getDatabase(name).getContainer("c");
      container.createItem(ItemsTest.item("1", "a"));
      assertThat(container.readItem("1", new PartitionKey("a"), ObjectNode.class).getStatusCode())
          .isEqualTo(200);
    }
  }
}
