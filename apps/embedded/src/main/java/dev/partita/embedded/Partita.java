package dev.partita.embedded;

import dev.partita.base.time.Clock;
import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionScheme;
import dev.partita.document.ChangeFeed;
import dev.partita.document.Documents;
import dev.partita.document.Items;
import dev.partita.server.Node;
import dev.partita.server.PartitaServer;
import dev.partita.server.ServerOptions;
import java.net.URI;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * A server inside this process. Safe for use by any number of threads.
 *
 * {@snippet :
 * try (var partita = Partita.start()) {
 *   Items orders = partita.items("shop", "orders", "/customer");
 *   orders.create(null, JsonReader.DEFAULT.readObject(bytes));
 * }
 * }
 */
public final class Partita implements AutoCloseable {

  private final Node node;
  private final PartitaServer server;

  private Partita(Node node, PartitaServer server) {
    this.node = node;
    this.server = server;
  }

  /** Starts with data in memory, on any free port of this machine. */
  public static Partita start() {
    return start(ServerOptions::inMemoryOnly);
  }

  /** Starts with data in a folder, which is made if it does not exist. */
  public static Partita start(Path data) {
    return start(options -> options.withData(data));
  }

  /**
   * Starts with options of one's own.
   *
   * @param choose is given the defaults with any free port
   */
  public static Partita start(UnaryOperator<ServerOptions> choose) {
    ServerOptions options = choose.apply(ServerOptions.standard().withPort(0));
    Node node = Node.open(options);
    try {
      return new Partita(node, PartitaServer.start(options, _ -> node, Clock.system()));
    } catch (RuntimeException | Error e) {
      node.close();
      throw e;
    }
  }

  /** Where clients reach it. */
  public URI uri() {
    return server.uri();
  }

  /**
   * Where clients of one of its protocols reach it.
   *
   * @param endpoint {@code gremlin}, {@code table} for the Cosmos DB Table API, or {@code
   *     storage-table} for the tables of storage accounts
   * @throws IllegalStateException if it is not served
   */
  public URI uri(String endpoint) {
    return server
        .uri(endpoint)
        .orElseThrow(() -> new IllegalStateException("This is not served: " + endpoint));
  }

  public Engine engine() {
    return node.engine();
  }

  public Documents documents() {
    return node.documents();
  }

  /**
   * The items of a container, which is made with its database if it does not exist.
   *
   * @param keyPaths the paths of its partition key; several for a hierarchical key
   */
  public Items items(String database, String container, String... keyPaths) {
    return documents().items(container(database, container, keyPaths));
  }

  public ChangeFeed changeFeed(Container container) {
    return documents().changeFeed(container);
  }

  /** A container, which is made with its database if it does not exist. */
  public Container container(String database, String container, String... keyPaths) {
    Engine engine = engine();
    DatabaseRecord owner =
        engine
            .catalogue()
            .database(Engine.DEFAULT_ACCOUNT, database)
            .orElseGet(
                () -> engine.containers().createDatabase(Engine.DEFAULT_ACCOUNT, database, null));
    PartitionKeyDefinition key =
        keyPaths.length > 1
            ? PartitionKeyDefinition.multiHash(keyPaths)
            : PartitionKeyDefinition.hash(keyPaths);
    return engine
        .containers()
        .container(owner.number(), container)
        .orElseGet(
            () ->
                engine
                    .containers()
                    .createContainer(
                        owner.number(),
                        ContainerDefinition.of(container, new PartitionScheme.Hashed(key)),
                        null));
  }

  @Override
  public void close() {
    server.close();
  }
}
