package dev.partita.conformance;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.ThroughputProperties;
import dev.partita.embedded.Partita;
import dev.partita.server.ServerOptions;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Server with data in memory and clients of the Java SDK for it, for the tests of one class. Each
 * test creates databases and containers with names of its own.
 */
final class RunningServer implements BeforeAllCallback, AfterAllCallback {

  /** The well-known key of emulators, which the server accepts on loopback addresses. */
  static final String KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

  private static final AtomicInteger NAMES = new AtomicInteger();

  private final UnaryOperator<ServerOptions> choose;
  private @Nullable Partita partita;
  private @Nullable CosmosClient client;
  private @Nullable CosmosAsyncClient asyncClient;

  RunningServer() {
    this(UnaryOperator.identity());
  }

  RunningServer(UnaryOperator<ServerOptions> choose) {
    this.choose = choose;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    partita = Partita.start(options -> choose.apply(options.inMemoryOnly()));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (client != null) {
      client.close();
    }
    if (asyncClient != null) {
      asyncClient.close();
    }
    partita().close();
  }

  Partita partita() {
    if (partita == null) {
      throw new IllegalStateException("The server runs only while tests do.");
    }
    return partita;
  }

  /** Builder with the address and key of the server. */
  CosmosClientBuilder builder() {
    return new CosmosClientBuilder()
        .endpoint("http://localhost:" + partita().uri().getPort())
        .key(KEY)
        .gatewayMode()
        .contentResponseOnWriteEnabled(true);
  }

  synchronized CosmosClient client() {
    if (client == null) {
      client = builder().buildClient();
    }
    return client;
  }

  synchronized CosmosAsyncClient asyncClient() {
    if (asyncClient == null) {
      asyncClient = builder().buildAsyncClient();
    }
    return asyncClient;
  }

  /** Returns a unique name. */
  static String name(String kind) {
    return kind + NAMES.incrementAndGet();
  }

  CosmosDatabase newDatabase() {
    String name = name("database");
    client().createDatabase(name);
    return client().getDatabase(name);
  }

  CosmosContainer newContainer(String keyPath) {
    return newContainer(new CosmosContainerProperties(name("container"), keyPath), 400);
  }

  CosmosContainer newContainer(CosmosContainerProperties properties, int throughput) {
    CosmosDatabase database = newDatabase();
    database.createContainer(properties, ThroughputProperties.createManualThroughput(throughput));
    return database.getContainer(properties.getId());
  }
}
