package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cli.Shell.Ran;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Connections of commands: address, authentication, and error messages. */
@Timeout(60)
class ConnectionTest {

  private static final String KNOWN =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";
  private static final String WRONG = "c2VjcmV0LXNlY3JldA==";
  private static final Shell shell = Shell.start();

  @TempDir private Path folder = Path.of("");

  @AfterAll
  static void stop() {
    shell.close();
  }

  @Test
  void takesTheEndpointFromAnOptionOrTheEnvironment() {
    assertThat(
            shell
                .run(Map.of(), "", "database", "list", "--endpoint", shell.endpoint() + "/")
                .code())
        .isZero();
    assertThat(shell.run("database", "list").code()).isZero();
    Ran malformed = shell.run("database", "list", "--endpoint", "localhost:8081");
    assertThat(malformed.code()).isEqualTo(2);
    assertThat(malformed.err()).contains("http://localhost:8081");
  }

  @Test
  void saysWhenNoServerAnswers() {
    Ran ran = shell.run(Map.of(), "", "database", "list", "--endpoint", "http://127.0.0.1:1");
    assertThat(ran.code()).isEqualTo(6);
    assertThat(ran.err())
        .contains("No server answers at http://127.0.0.1:1: nobody listens there.")
        .contains("partita serve", "--endpoint")
        .doesNotContain("\tat ");
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void takesTheKeyFromAnOptionAFileOrTheEnvironment() throws IOException {
    Path file = folder.resolve("key");
    Files.writeString(file, KNOWN + "\n");
    Map<String, String> wrong = Map.of("PARTITA_ENDPOINT", shell.endpoint(), "PARTITA_KEY", WRONG);
    assertThat(shell.run(wrong, "", "database", "list").code()).isEqualTo(5);
    assertThat(shell.run(wrong, "", "database", "list", "--key", KNOWN).code()).isZero();
    assertThat(shell.run(wrong, "", "database", "list", "--key-file", file.toString()).code())
        .isZero();
    assertThat(shell.run("database", "list", "--key", KNOWN, "--key-file", file.toString()).code())
        .isEqualTo(2);
    assertThat(shell.run("database", "list", "--key-file", "/no/such/file").code()).isEqualTo(2);
  }

  @Test
  void neverShowsAKey() {
    for (String[] arguments :
        new String[][] {
          {"database", "list", "--key", WRONG},
          {"database", "list", "--key", WRONG + "%"},
          {"database", "list", "--key", WRONG, "--endpoint", "http://127.0.0.1:1"},
          {"database", "show", "--key", WRONG},
        }) {
      Ran ran = shell.run(arguments);
      assertThat(ran.code()).isNotZero();
      assertThat(ran.err() + ran.out()).doesNotContain(WRONG.substring(0, 8));
    }
  }

  @Test
  void asksForWhatIsMissing() {
    Ran ran = shell.run("container", "create", "--database", "d");
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).contains("--container").contains("Try: partita container create --help");
    assertThat(shell.run("container").code()).isEqualTo(2);
    assertThat(shell.run("container", "destroy").code()).isEqualTo(2);
    Ran noKey = shell.run("container", "create", "--database", "d", "--name", "c");
    assertThat(noKey.code()).isEqualTo(2);
    assertThat(noKey.err()).contains("--partition-key");
  }

  @Test
  void believesOnlyTheCertificateThatItIsGiven() throws IOException {
    String https = shell.endpoint().replace("http:", "https:");
    Ran unknown = shell.run("database", "list", "--endpoint", https);
    assertThat(unknown.code()).isEqualTo(6);
    assertThat(unknown.err()).contains("certificate is not trusted", "--ca-file");
    Path nonsense = folder.resolve("no.pem");
    Files.writeString(nonsense, "nothing");
    assertThat(
            shell
                .run("database", "list", "--endpoint", https, "--ca-file", nonsense.toString())
                .code())
        .isNotZero();
  }

  @Test
  void speaksHttpsWithAServerWhoseAuthorityItIsGiven() throws Exception {
    String https = shell.endpoint().replace("http:", "https:");
    String authority = authorityOf(shell).toString();
    assertThat(shell.run("database", "list", "--endpoint", https, "--ca-file", authority).code())
        .isZero();
    Map<String, String> variables = Map.of("PARTITA_ENDPOINT", https, "PARTITA_CA_FILE", authority);
    assertThat(shell.run(variables, "", "database", "create", "--name", "safe").code()).isZero();
    assertThat(
            shell
                .run(
                    variables,
                    "",
                    "container",
                    "create",
                    "-d",
                    "safe",
                    "-n",
                    "c",
                    "--partition-key",
                    "/p")
                .code())
        .isZero();
    String items = "{\"id\":\"1\",\"p\":\"a\"}\n{\"id\":\"2\",\"p\":\"b\"}\n";
    assertThat(shell.run(variables, items, "import", "-d", "safe", "-c", "c", "-").code()).isZero();
    assertThat(shell.run(variables, "", "export", "-d", "safe", "-c", "c").json()).hasSize(2);
    assertThat(shell.run(variables, "", "database", "delete", "--name", "safe", "--yes").code())
        .isZero();
  }

  @Test
  void doesNotBelieveAnotherAuthority() throws Exception {
    try (Shell other = Shell.start()) {
      String https = shell.endpoint().replace("http:", "https:");
      String wrong = authorityOf(other).toString();
      Ran ran = shell.run("database", "list", "--endpoint", https, "--ca-file", wrong);
      assertThat(ran.code()).isEqualTo(6);
      assertThat(ran.err()).contains("certificate is not trusted").doesNotContain("\tat ");
      assertThat(
              shell
                  .run("database", "list", "--endpoint", https, "--ca-file", "/no/such.pem")
                  .code())
          .isEqualTo(2);
    }
  }

  /** The certificate that clients have to trust. */
  private Path authorityOf(Shell server) throws Exception {
    URI pem = URI.create(server.endpoint() + "/_explorer/emulator.pem");
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(pem).build(),
              BodyHandlers.ofFile(folder.resolve(URI.create(server.endpoint()).getPort() + ".pem")))
          .body();
    }
  }
}
