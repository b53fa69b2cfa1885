package dev.partita.conformance;

import static dev.partita.conformance.ItemsTest.assertStatus;
import static dev.partita.conformance.ItemsTest.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosAsyncUser;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosPermissionProperties;
import com.azure.cosmos.models.CosmosPermissionRequestOptions;
import com.azure.cosmos.models.CosmosUserProperties;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PermissionMode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Users, their permissions, and the scope of resource tokens. */
final class PermissionsTest {

  @RegisterExtension static final RunningServer SERVER = new RunningServer();

  @Test
  @Shows({"Account: Resource tokens", "Users: Users and permissions"})
  void letsATokenDoWhatItGrants() {
    CosmosDatabase database = SERVER.newDatabase();
    database.createContainer("mine", "/pk");
    database.createContainer("other", "/pk");
    database.getContainer("mine").createItem(item("1", "a"));
    database.createUser(new CosmosUserProperties().setId("user"));
    CosmosPermissionProperties readOnly =
        new CosmosPermissionProperties()
            .setId("read")
            .setPermissionMode(PermissionMode.READ)
            .setContainerName("mine");
    CosmosAsyncUser user = SERVER.asyncClient().getDatabase(database.getId()).getUser("user");
    user.createPermission(readOnly, new CosmosPermissionRequestOptions()).block();
    CosmosPermissionProperties granted =
        Objects.requireNonNull(
                user.getPermission("read").read(new CosmosPermissionRequestOptions()).block())
            .getProperties();
    assertThat(granted.getToken()).startsWith("type=resource");

    try (CosmosClient client = client(granted.getToken())) {
      CosmosContainer mine = client.getDatabase(database.getId()).getContainer("mine");
      assertThat(mine.readItem("1", new PartitionKey("a"), ObjectNode.class).getStatusCode())
          .isEqualTo(200);
      assertStatus(403, 0, () -> mine.createItem(item("2", "a")));
      CosmosContainer other = client.getDatabase(database.getId()).getContainer("other");
      assertStatus(403, 0, () -> other.readItem("1", new PartitionKey("a"), ObjectNode.class));
    }
  }

  @Test
  @Shows("Account: Master keys")
  void refusesAWrongKey() {
    CosmosClientBuilder builder =
        SERVER.builder().key("d3Jvbmcga2V5IHdyb25nIGtleSB3cm9uZyBrZXkgd3Jvbmcga2V5IHdyb25n");
    assertThatThrownBy(builder::buildClient).hasMessageContaining("The signature does not fit");
  }

  private static CosmosClient client(String token) {
    return new CosmosClientBuilder()
        .endpoint("http://localhost:" + SERVER.partita().uri().getPort())
        .resourceToken(token)
        .gatewayMode()
        .buildClient();
  }
}
