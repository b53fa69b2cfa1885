package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A server that is closed has ended what it started, so that its folder is somebody else's. */
@Timeout(120)
@Isolated
class EndOfServerTest {

  /** Kept by the process for all servers in it, and idle; or of the clients of this test. */
  private static final Set<String> SHARED =
      Set.of(
          "scan",
          "process reaper",
          "HttpClient",
          "ForkJoinPool",
          "VirtualThread-unblocker",
          "globalEventExecutor");

  @TempDir private Path folder = Path.of("");

  @Test
  void noThreadOutlivesIt() {
    Set<Thread> before = threads();
    Map<String, String> settings =
        Map.of("in-memory", "false", "data", folder.toString(), "auth", "off", "port", "0");
    try (AdminServer server = new AdminServer(settings)) {
      server.container("shop", "orders", 400);
      server.send(
          server
              .request("/dbs/shop/colls/orders/docs")
              .header("x-ms-documentdb-partitionkey", "[\"ada\"]")
              .POST(BodyPublishers.ofString("{\"id\":\"1\",\"customer\":\"ada\"}")));
      URI graphs =
          URI.create(
              "http://localhost:" + server.server.uri("gremlin").orElseThrow().getPort() + "/");
      server.send(
          java.net.http.HttpRequest.newBuilder(graphs)
              .POST(BodyPublishers.ofString("{\"gremlin\":\"g.V()\"}")));
      assertThat(threads()).hasSizeGreaterThan(before.size());
    }
    assertThat(threads()).filteredOn(thread -> !before.contains(thread)).isEmpty();
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> SHARED.stream().noneMatch(thread.getName()::startsWith))
        .collect(Collectors.toSet());
  }
}
