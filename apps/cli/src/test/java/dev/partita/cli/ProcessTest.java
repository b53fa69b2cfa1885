package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Start and end of the process. */
@Timeout(60)
class ProcessTest {

  private static final Pattern READY = Pattern.compile("is ready at (http://\\S+), data in memory");

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGTERM")
  void servesUntilToldToStop() throws Exception {
    Process process = OwnProcess.of("serve", "--port", "0", "--in-memory").start();
    try (BufferedReader log = process.errorReader();
        HttpClient client = HttpClient.newHttpClient()) {
      Matcher ready = READY.matcher(log.readLine());
      assertThat(ready.find()).isTrue();
      URI uri = URI.create(ready.group(1));
      assertThat(
              client
                  .send(
                      HttpRequest.newBuilder(uri.resolve("/ready")).build(),
                      BodyHandlers.ofString())
                  .statusCode())
          .isEqualTo(200);
      BufferedReader words = process.inputReader();
      assertThat(words.readLine()).isEqualTo("Now listening on: " + uri);
      String line = words.readLine();
      List<String> others = new ArrayList<>();
      while (line.contains(" at: ")) {
        others.add(line.replaceFirst("\\d+(/|$)", "PORT$1"));
        line = words.readLine();
      }
      assertThat(others)
          .containsExactlyInAnyOrder(
              "Storage accounts' tables at: http://127.0.0.1:PORT",
              "Cosmos DB Table API at: http://127.0.0.1:PORT",
              "Explorer at: http://127.0.0.1:PORT/_explorer/",
              "Gremlin API at: ws://127.0.0.1:PORT/gremlin",
              "MongoDB API at: mongodb://127.0.0.1:PORT/",
              "MongoDB API, replica set at: mongodb://127.0.0.1:PORT/");
      assertThat(line).isEqualTo("System is now fully ready to accept requests");
      char[] started = new char["Started\r\n".length()];
      assertThat(words.read(started)).isEqualTo(started.length);
      assertThat(started).containsExactly("Started\r\n".toCharArray());
      // Process.destroy would close the streams; the handle leaves them open.
      process.toHandle().destroy();
      assertThat(log.readLine()).contains("Partita has stopped");
      assertThat(log.readLine()).isNull();
      assertThat(process.waitFor()).isEqualTo(143);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void saysWhichPortIsTaken() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      Process process = OwnProcess.of("serve", "--port", port, "--in-memory").start();
      try (BufferedReader log = process.errorReader()) {
        assertThat(log.readLine())
            .startsWith("partita: cannot start: Cannot listen on this port")
            .contains("port " + port);
        assertThat(log.readLine()).isNull();
        assertThat(process.waitFor()).isEqualTo(3);
      }
    }
  }
}
