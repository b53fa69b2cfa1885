package dev.partita.server;

import dev.partita.storage.Store;
import dev.partita.storage.memory.MemoryStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;

/** A server in memory that serves every protocol at every port it can have, with a container. */
final class ContractServer implements AutoCloseable {

  /** Without authentication. */
  static final Map<String, String> OPEN = Map.of("auth", "off");

  final AdminServer admin;
  private final InetSocketAddress explorer;

  ContractServer(Map<String, String> flags) {
    this(new MemoryStore(), flags);
  }

  ContractServer(Store store, Map<String, String> flags) {
    explorer = new InetSocketAddress(InetAddress.getLoopbackAddress(), freePort());
    Map<String, String> all = new TreeMap<>(flags);
    all.put("explorer-port", Integer.toString(explorer.getPort()));
    admin = new AdminServer(store, all);
    var _ = admin.container("shop", "graph", 10_000);
  }

  /**
   * A port for a setting whose 0 means none: below those that the system gives to who asks for any,
   * among whom are the other ports of the server.
   */
  private static int freePort() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(20_000, 30_000);
      try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return port;
      } catch (IOException taken) {
        // Another is tried.
      }
    }
  }

  PartitaServer server() {
    return admin.server;
  }

  /** Where a protocol has a port of its own. */
  InetSocketAddress at(String endpoint) {
    return at(admin.server.uri(endpoint).orElseThrow());
  }

  static InetSocketAddress at(URI uri) {
    return new InetSocketAddress(uri.getHost(), uri.getPort());
  }

  /** The port of the explorer itself, besides its place at the server's own. */
  InetSocketAddress explorer() {
    return explorer;
  }

  @Override
  public void close() {
    admin.close();
  }
}
