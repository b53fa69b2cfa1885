package dev.partita.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.embedded.Partita;
import dev.partita.table.TableForm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the tests of the JavaScript SDK, which lie beside this in their own language. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class JavaScriptTest {

  @RegisterExtension static final RunningServer SERVER = new RunningServer();

  private static final Path SOURCES = Path.of("src/test/js");
  private static final Path HERE = Path.of("target/js").toAbsolutePath();

  @BeforeAll
  static void install() throws IOException, InterruptedException {
    Files.createDirectories(HERE);
    try (Stream<Path> files = Files.list(SOURCES)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, HERE.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    run(Map.of(), "npm", "ci", "--ignore-scripts", "--prefer-offline");
  }

  @Test
  @Shows({"Headers: x-ms-cosmos-throughput-bucket", "Headers: x-ms-cosmos-priority-level"})
  void passesOverHttp() throws IOException, InterruptedException {
    run(endpoints("http"), "node", "--test");
  }

  @Test
  void passesOverHttps() throws IOException, InterruptedException {
    Path certificate = HERE.resolve("authority.pem");
    Files.writeString(certificate, authority());
    Map<String, String> variables = endpoints("https");
    variables.put("NODE_EXTRA_CA_CERTS", certificate.toString());
    run(variables, "node", "--test");
  }

  /** Where the tests find what they are for. */
  private static Map<String, String> endpoints(String scheme) {
    Partita partita = SERVER.partita();
    String host = scheme + "://localhost:";
    Map<String, String> variables = new HashMap<>();
    variables.put("PARTITA_ENDPOINT", host + partita.uri().getPort());
    variables.put("PARTITA_TABLES", host + partita.tableUri(TableForm.COSMOS).getPort());
    variables.put(
        "PARTITA_STORAGE_TABLES",
        host + partita.tableUri(TableForm.STORAGE).getPort() + "/devstoreaccount1");
    String webSocket = scheme.equals("https") ? "wss://localhost:" : "ws://localhost:";
    variables.put("PARTITA_GREMLIN", webSocket + partita.gremlinUri().getPort() + "/gremlin");
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

  private static void run(Map<String, String> environment, String... command)
      throws InterruptedException {
    Path output = HERE.resolve(String.join("-", List.of(command)) + ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(HERE.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(new HashMap<>(environment));
    try {
      int exit = builder.start().waitFor();
      assertThat(exit).as(() -> text(output)).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Node.js 20 or later and npm must be installed for this test.", e);
    }
  }

  private static String text(Path output) {
    try {
      return Files.readString(output, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
