package dev.partita.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.testing.PartitaContainer;
import dev.partita.testing.TestDatabase;
import dev.partita.testing.TestServer;
import dev.partita.testing.junit.PartitaTest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The kit with a server from the package. */
@PartitaTest
@EnabledOnOs(
    value = OS.LINUX,
    architectures = "amd64",
    disabledReason = "the package that has Java here is another one")
class KitWithServerTest {

  private static final Path NPM = Path.of("../../apps/testing/src/main/npm");

  private static String databases(TestServer server) throws Exception {
    URI uri = server.endpoint().resolve("/api/v1/databases");
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
    }
  }

  @Test
  void everyTestHasADatabaseThatIsGoneAfterwards(TestServer server, TestDatabase mine)
      throws Exception {
    String gone;
    try (TestDatabase other = server.newDatabase()) {
      gone = other.name();
      assertThat(databases(server)).contains(gone, mine.name());
    }
    assertThat(databases(server)).contains(mine.name()).doesNotContain(gone);
  }

  @Test
  void aResetLeavesNothing() throws Exception {
    try (TestServer own = TestServer.start()) {
      own.newDatabase("a").withContainer("c", "/k");
      own.newDatabase("b");
      own.reset();
      assertThat(databases(own)).doesNotContain("\"a\"", "\"b\"");
      assertThat(own.mongo().getScheme()).isEqualTo("mongodb");
    }
  }

  @Test
  void standsInForAContainerOfAnEmulator() {
    try (PartitaContainer container = new PartitaContainer()) {
      container.start();
      assertThat(container.isRunning()).isTrue();
      assertThat(container.getEmulatorEndpoint())
          .isEqualTo("http://" + container.getHost() + ":" + container.getMappedPort(8081));
      assertThat(container.getLogs()).contains("Started");
    }
  }

  @Test
  void theKitForNodeDoesTheSame(@TempDir Path folder) throws Exception {
    Path said = folder.resolve("said");
    ProcessBuilder node =
        new ProcessBuilder("node", "--test")
            .directory(NPM.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    node.environment()
        .putAll(
            Map.of(
                "PARTITA_HOME", System.getProperty("partita.home"),
                "HOME", System.getProperty("user.home")));
    int exit = node.start().waitFor();
    String output = Files.readString(said);
    assertThat(exit).as(output).isZero();
    assertThat(output).contains("pass 3");
  }
}
