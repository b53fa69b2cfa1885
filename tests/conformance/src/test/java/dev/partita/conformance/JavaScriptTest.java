package dev.partita.conformance;

import dev.partita.embedded.Partita;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the tests of the JavaScript SDK, which are written in JavaScript. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class JavaScriptTest {

  @RegisterExtension static final RunningServer SERVER = new RunningServer();

  private static final NodeProject NODE = new NodeProject("js");

  @BeforeAll
  static void install() throws IOException, InterruptedException {
    NODE.install();
  }

  @Test
  @Shows({"Headers: x-ms-cosmos-throughput-bucket", "Headers: x-ms-cosmos-priority-level"})
  void passesOverHttp() throws IOException, InterruptedException {
    var _ = NODE.run(endpoints("http"), "node", "--test");
  }

  @Test
  void passesOverHttps() throws IOException, InterruptedException {
    Path certificate = NODE.write("authority.pem", authority());
    Map<String, String> variables = endpoints("https");
    variables.put("NODE_EXTRA_CA_CERTS", certificate.toString());
    var _ = NODE.run(variables, "node", "--test");
  }

  /** Environment in which the tests find the server. */
  private static Map<String, String> endpoints(String scheme) {
    Partita partita = SERVER.partita();
    String host = scheme + "://localhost:";
    Map<String, String> variables = new HashMap<>();
    variables.put("PARTITA_ENDPOINT", host + partita.uri().getPort());
    variables.put("PARTITA_TABLES", host + partita.uri("table").getPort());
    variables.put(
        "PARTITA_STORAGE_TABLES",
        host + partita.uri("storage-table").getPort() + "/devstoreaccount1");
    String webSocket = scheme.equals("https") ? "wss://localhost:" : "ws://localhost:";
    variables.put("PARTITA_GREMLIN", webSocket + partita.uri("gremlin").getPort() + "/gremlin");
    variables.put("PARTITA_MONGO", "localhost:" + partita.uri("mongo").getPort());
    variables.put(
        "PARTITA_MONGO_REPLICA_SET", "localhost:" + partita.uri("mongo-replica-set").getPort());
    return variables;
  }

  private static String authority() throws IOException, InterruptedException {
    URI uri = SERVER.partita().uri().resolve("/_explorer/emulator.pem");
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }
}
