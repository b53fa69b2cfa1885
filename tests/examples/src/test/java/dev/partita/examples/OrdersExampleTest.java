package dev.partita.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import dev.partita.testing.Failing;
import dev.partita.testing.Fault;
import dev.partita.testing.TestDatabase;
import dev.partita.testing.TestServer;
import dev.partita.testing.junit.PartitaTest;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A program with the Cosmos DB SDK, under failures that are hard to come by. */
@PartitaTest
@EnabledOnOs(
    value = OS.LINUX,
    architectures = "amd64",
    disabledReason = "the package that has Java here is another one")
class OrdersExampleTest {

  private CosmosClient client;
  private CosmosContainer orders;

  @BeforeEach
  void connect(TestServer server, TestDatabase database) {
    client =
        new CosmosClientBuilder()
            .endpoint(server.endpoint().toString())
            .key(server.key())
            .gatewayMode()
            .buildClient();
    database.withContainer("orders", "/customer");
    orders = client.getDatabase(database.name()).getContainer("orders");
  }

  @AfterEach
  void disconnect() {
    client.close();
  }

  private int read(String id, String customer) {
    return orders.readItem(id, new PartitionKey(customer), Order.class).getStatusCode();
  }

  @Test
  void isReadAsItWasWritten() {
    orders.createItem(new Order("1", "ada", 12));
    assertThat(orders.readItem("1", new PartitionKey("ada"), Order.class).getItem())
        .isEqualTo(new Order("1", "ada", 12));
  }

  @Test
  void theSdkTriesAgainWhenItIsThrottled(TestDatabase database) {
    orders.createItem(new Order("1", "ada", 12));
    try (Failing throttled =
        database
            .failing("orders", Fault.THROTTLE)
            .ofKey("ada")
            .retryAfter(Duration.ofMillis(10))
            .next(3)) {
      assertThat(read("1", "ada")).isEqualTo(200);
      assertThat(throttled.met()).isEqualTo(3);
    }
  }

  @Test
  void aLostAnswerIsNoLostWrite(TestDatabase database) {
    Order order = new Order("1", "ada", 12);
    try (Failing lost = database.failing("orders", Fault.LOST_ANSWER).onlyWrites().next(1)) {
      assertThatThrownBy(
              () ->
                  orders.createItem(order, new PartitionKey("ada"), new CosmosItemRequestOptions()))
          .isInstanceOf(CosmosException.class)
          .extracting(failure -> ((CosmosException) failure).getStatusCode())
          .isEqualTo(408);
      assertThat(lost.met()).isEqualTo(1);
    }
    assertThat(read("1", "ada")).isEqualTo(200);
  }

  @Test
  void expiresWithoutWaiting(TestServer server, TestDatabase database) {
    CosmosContainerProperties expiring =
        new CosmosContainerProperties("baskets", "/customer").setDefaultTimeToLiveInSeconds(3_600);
    client.getDatabase(database.name()).createContainer(expiring);
    CosmosContainer baskets = client.getDatabase(database.name()).getContainer("baskets");
    baskets.createItem(new Order("1", "ada", 12));

    server.advanceClock(Duration.ofHours(2));

    assertThatThrownBy(() -> baskets.readItem("1", new PartitionKey("ada"), Order.class))
        .isInstanceOf(CosmosException.class)
        .extracting(failure -> ((CosmosException) failure).getStatusCode())
        .isEqualTo(404);
  }

  @Test
  void aSplitIsNotNoticed(TestDatabase database) {
    for (int i = 0; i < 50; i++) {
      orders.createItem(new Order("1", "customer " + i, i));
    }
    database.split("orders", 0);
    for (int i = 0; i < 50; i++) {
      assertThat(read("1", "customer " + i)).isEqualTo(200);
    }
  }
}
