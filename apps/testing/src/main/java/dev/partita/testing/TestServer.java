package dev.partita.testing;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A server for tests: a process of its own with its data in memory, at any free port. Safe for use
 * by any number of threads.
 *
 * {@snippet :
 * try (TestServer server = TestServer.start()) {
 *   CosmosClient client = new CosmosClientBuilder()
 *       .endpoint(server.endpoint().toString()).key(server.key()).gatewayMode().buildClient();
 * }
 * }
 */
public final class TestServer implements AutoCloseable {

  /** The key that all emulators have, and this server. */
  private static final String KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

  /** The one that all tests of this Java share, made when it is first wanted. */
  private static @Nullable TestServer shared;

  private final ServerProcess process;
  private final Api api;

  private TestServer(ServerProcess process) {
    this.process = process;
    this.api = new Api(address(""), KEY);
  }

  /**
   * Starts a server from the package that the system property {@code partita.home}, or the variable
   * {@code PARTITA_HOME}, names: its folder, or its tar.gz.
   *
   * @param arguments more options of {@code partita serve}
   */
  public static TestServer start(String... arguments) {
    return new TestServer(ServerProcess.start(Installation.find(), List.of(arguments)));
  }

  /** Starts a server from a package: its folder, or its tar.gz. */
  public static TestServer startFrom(Path home, String... arguments) {
    return new TestServer(ServerProcess.start(Installation.in(home), List.of(arguments)));
  }

  /** The server that all tests of this Java share; it ends with Java. */
  public static synchronized TestServer shared() {
    TestServer known = shared;
    if (known == null || !known.isRunning()) {
      known = start();
      shared = known;
    }
    return known;
  }

  /** Where clients of the NoSQL API reach it; the same port speaks HTTPS. */
  public URI endpoint() {
    return address("");
  }

  /** The account's key. */
  public String key() {
    return KEY;
  }

  /** What SDKs for Azure Cosmos DB take. */
  public String connectionString() {
    return "AccountEndpoint=" + endpoint() + "/;AccountKey=" + KEY + ";";
  }

  /** Where clients of MongoDB reach it. */
  public URI mongo() {
    return address("MongoDB API");
  }

  /** Where clients of TinkerPop reach it. */
  public URI gremlin() {
    return address("Gremlin API");
  }

  /** Where clients of the Cosmos DB Table API reach it. */
  public URI tables() {
    return address("Cosmos DB Table API");
  }

  private URI address(String title) {
    String address = process.address(title);
    if (address == null) {
      throw new TestServerException("The server does not serve the " + title + ":\n" + logs());
    }
    return URI.create(address);
  }

  public boolean isRunning() {
    return process.isRunning();
  }

  /** What the server has written, the last ten thousand lines. */
  public String logs() {
    return process.output();
  }

  /** Makes a database with a name that no other has; closing it deletes it with all it contains. */
  public TestDatabase newDatabase() {
    return newDatabase("test-" + UUID.randomUUID());
  }

  /** Makes a database; closing it deletes it with all it contains. */
  public TestDatabase newDatabase(String name) {
    api.nosql("POST", "dbs", "", "/dbs", "{\"id\":" + Json.text(name) + "}");
    return new TestDatabase(this, api, name);
  }

  /** Deletes all databases, and ends all failures that were asked for. */
  public void reset() {
    api.admin("POST", "/reset", "");
  }

  /** Moves the server's clock forward: what expires until then has expired when this returns. */
  public void advanceClock(Duration by) {
    api.admin("POST", "/clock", "{\"advanceMillis\":" + by.toMillis() + "}");
  }

  /** Ends all failures that were asked for. */
  public void stopFailing() {
    api.admin("DELETE", "/rehearsals", "");
  }

  @Override
  public void close() {
    process.close();
  }
}
