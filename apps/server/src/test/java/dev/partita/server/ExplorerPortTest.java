package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.protocol.setting.Setting;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where the explorer is: at the port of the server, and at one where browsers are led to it. */
@Timeout(60)
class ExplorerPortTest {

  private static final String BROWSER =
      "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";

  /** What the oldest of Java's clients says by itself. */
  private static final String JAVA = "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2";

  @Test
  void leadsBrowsersToTheExplorerAndServesWhatThePageAsksFor() throws Exception {
    int port = freePort();
    try (PartitaServer server = PartitaServer.start(options(port))) {
      URI own = URI.create("http://127.0.0.1:" + port);
      for (URI uri : new URI[] {own, server.uri()}) {
        HttpResponse<String> door = get(uri, "/", BROWSER);
        assertThat(door.statusCode()).isEqualTo(302);
        assertThat(door.headers().firstValue("location")).hasValue("/_explorer/");
        assertThat(door.headers().firstValue("vary")).hasValue("accept");
        assertThat(get(uri, "/_explorer/", "text/html").body()).contains("<title>Partita</title>");
        assertThat(get(uri, "/_explorer/emulator.pem", "*/*").body()).contains("BEGIN CERTIFICATE");
        for (String program : new String[] {"application/json", "*/*", JAVA, "text/html"}) {
          assertThat(get(uri, "/", program).body()).contains("databaseAccountEndpoint");
        }
        assertThat(get(uri, "/dbs", BROWSER).statusCode()).isNotEqualTo(302);
        assertThat(get(uri, "/ready", "*/*").statusCode()).isEqualTo(200);
      }
    }
  }

  @Test
  void saysSoWhenThePortThatWasAskedForIsTaken() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> PartitaServer.start(options(taken.getLocalPort())))
          .hasMessageContaining("--explorer-port")
          .hasMessageContaining("port " + taken.getLocalPort());
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
            "mongo-port", "off",
            "mongo-replica-set-port", "off",
            "table-port", "off",
            "storage-table-port", "off");
    ServerOptions options = ServerOptions.resolve(flags, Map.of());
    // Of the two, at most the first can have the port, if nobody else has.
    try (PartitaServer first = PartitaServer.start(options);
        PartitaServer second = PartitaServer.start(options.withPort(freePort()))) {
      for (PartitaServer server : new PartitaServer[] {first, second}) {
        assertThat(get(server.uri(), "/_explorer/", "text/html").statusCode()).isEqualTo(200);
      }
    }
  }

  @Test
  void goesWithoutAnyPortThatNobodyAskedForAndSaysSo() throws Exception {
    List<String> ports =
        List.of(
            "gremlin-port",
            "mongo-port",
            "mongo-replica-set-port",
            "table-port",
            "storage-table-port",
            "explorer-port");
    for (String name : ports) {
      Setting<?> setting = Settings.standard().named(name).orElseThrow();
      Map<String, String> flags = new HashMap<>();
      ports.forEach(other -> flags.put(other, "off"));
      flags.put("port", Integer.toString(freePort()));
      flags.put("in-memory", "true");
      flags.remove(setting.key());
      int port = Integer.parseInt(setting.defaultText());
      ServerOptions options = ServerOptions.resolve(flags, Map.of());
      // Somebody has the port: this test, or else another program, which may give it back.
      try (ServerSocket taken = taken(port);
          PartitaServer server = PartitaServer.start(options)) {
        assertThat(get(server.uri(), "/ready", "*/*").statusCode())
            .as(setting.key())
            .isEqualTo(200);
        if (!taken.isBound()) {
          continue;
        }
        for (String endpoint : List.of("gremlin", "table", "storage-table")) {
          assertThat(server.uri(endpoint)).isEmpty();
        }
        Map<String, String> insisting = new HashMap<>(flags);
        insisting.put("port", "0");
        insisting.put(setting.key(), Integer.toString(port));
        assertThatThrownBy(() -> PartitaServer.start(ServerOptions.resolve(insisting, Map.of())))
            .hasMessageContaining(setting.flag())
            .hasMessageContaining("port " + port);
      }
    }
  }

  private static ServerSocket taken(int port) throws IOException {
    var socket = new ServerSocket();
    try {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    } catch (BindException e) {
      // Then it is taken as it is.
    }
    return socket;
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
