package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where the explorer is: at the port of the server, and at one where browsers are led to it. */
@Timeout(60)
class ExplorerPortTest {

  @Test
  void leadsBrowsersToTheExplorerAndServesWhatThePageAsksFor() throws Exception {
    int port = freePort();
    try (PartitaServer server = PartitaServer.start(options(port))) {
      URI own = URI.create("http://127.0.0.1:" + port);
      HttpResponse<String> door = get(own, "/", "text/html,*/*;q=0.8");
      assertThat(door.statusCode()).isEqualTo(302);
      assertThat(door.headers().firstValue("location")).hasValue("/_explorer/");
      for (URI uri : new URI[] {own, server.uri()}) {
        assertThat(get(uri, "/_explorer/", "text/html").body()).contains("<title>Partita</title>");
        assertThat(get(uri, "/_explorer/emulator.pem", "*/*").body()).contains("BEGIN CERTIFICATE");
        assertThat(get(uri, "/", "application/json").body()).contains("databaseAccountEndpoint");
        assertThat(get(uri, "/ready", "*/*").statusCode()).isEqualTo(200);
      }
    }
  }

  @Test
  void saysSoWhenThePortThatWasAskedForIsTaken() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> PartitaServer.start(options(taken.getLocalPort())))
          .hasMessageContaining("--explorer-port")
          .hasMessageContaining("port=" + taken.getLocalPort());
    }
  }

  @Test
  void goesWithoutThePortThatNobodyAskedFor() throws Exception {
    int main = freePort();
    Map<String, String> flags =
        Map.of(
            "port", Integer.toString(main),
            "in-memory", "true",
            "gremlin-port", "off",
            "table-port", "off",
            "storage-table-port", "off");
    ServerOptions options = ServerOptions.resolve(flags, Map.of());
    assertThat(options.explorer().port()).isEqualTo(1234);
    // Of the two, at most the first can have the port, if nobody else has.
    try (PartitaServer first = PartitaServer.start(options);
        PartitaServer second = PartitaServer.start(options.withPort(freePort()))) {
      for (PartitaServer server : new PartitaServer[] {first, second}) {
        assertThat(get(server.uri(), "/_explorer/", "text/html").statusCode()).isEqualTo(200);
      }
    }
  }

  private static ServerOptions options(int explorerPort) {
    return ServerOptions.resolve(
        Map.of("port", "0", "in-memory", "true", "explorer-port", Integer.toString(explorerPort)),
        Map.of());
  }

  private static HttpResponse<String> get(URI server, String path, String accept)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(server.resolve(path)).header("accept", accept).build(),
          BodyHandlers.ofString());
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
