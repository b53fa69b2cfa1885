package dev.partita.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients that reach the server at another port than its own, such as the mapped port of a
 * container. Clients follow the addresses in the account's metadata, so those must be the ones they
 * used.
 */
final class EndpointTest {

  @RegisterExtension static final RunningServer SERVER = new RunningServer();

  @ParameterizedTest
  @ValueSource(strings = {"http", "https"})
  @Shows("Account: Account document")
  void staysWhereTheClientFoundTheServer(String scheme) throws IOException {
    try (var mapped = new MappedPort(SERVER.partita().uri().getPort());
        CosmosClient client =
            SERVER
                .builder()
                .endpoint(scheme + "://localhost:" + mapped.port())
                .gatewayMode()
                .buildClient()) {
      String name = RunningServer.name("mapped");
      client.createDatabase(name);
      client.getDatabase(name).createContainer("c", "/pk");
      CosmosContainer container = client.getDatabase(name).getContainer("c");
      // The client keeps few connections; later ones must use this port, too.
      mapped.closeConnections();
      container.createItem(ItemsTest.item("1", "a"));
      assertThat(container.readItem("1", new PartitionKey("a"), ObjectNode.class).getStatusCode())
          .isEqualTo(200);
      assertThat(mapped.connections()).isGreaterThan(1);
    }
  }
}
