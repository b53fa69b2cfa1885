package dev.partita.testing;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A server with the methods that classes of Testcontainers for emulators have, so that it can take
 * their place where there is no Docker. For one thread.
 */
public final class PartitaContainer implements AutoCloseable {

  private @Nullable TestServer server;

  public void start() {
    if (server == null) {
      server = TestServer.start();
    }
  }

  public void stop() {
    if (server != null) {
      server.close();
      server = null;
    }
  }

  public boolean isRunning() {
    return server != null && server.isRunning();
  }

  public String getHost() {
    return endpoint().getHost();
  }

  /** The port of the NoSQL API, by whatever number that is known inside of an emulator's image. */
  public Integer getMappedPort(int originalPort) {
    return endpoint().getPort();
  }

  public String getEmulatorEndpoint() {
    return endpoint().toString();
  }

  public String getEmulatorKey() {
    return server().key();
  }

  public String getConnectionString() {
    return server().connectionString();
  }

  public String getLogs() {
    return server().logs();
  }

  /** The server, for what emulators do not have. */
  public TestServer server() {
    if (server == null) {
      throw new IllegalStateException("The server has not been started");
    }
    return server;
  }

  private URI endpoint() {
    return server().endpoint();
  }

  @Override
  public void close() {
    stop();
  }
}
