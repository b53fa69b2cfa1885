package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.partita.base.time.Clock;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a server says of itself when its volume runs full. Needs the right to mount one. */
@Timeout(120)
class FullVolumeTest {

  private static final Map<String, String> CREATION =
      Map.of("x-ms-documentdb-partitionkey", "[\"ada\"]");

  @TempDir private Path mountPoint = Path.of("");
  private boolean mounted;

  @BeforeEach
  void mount() throws Exception {
    mounted = run("mount", "-t", "tmpfs", "-o", "size=200m", "partita-test", mountPoint.toString());
    assumeTrue(mounted, "mounting a small volume needs root and Linux");
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted) {
      assertThat(run("umount", mountPoint.toString())).isTrue();
    }
  }

  @Test
  void isNotReadyUntilThereIsRoomAgain() throws Exception {
    Map<String, String> settings =
        Map.of("in-memory", "false", "data", mountPoint.resolve("data").toString(), "auth", "off");
    try (AdminServer server = new AdminServer(settings)) {
      server.container("shop", "orders", 400);
      assertThat(server.get("/ready").status()).isEqualTo(200);
      assertThat(create(server, "1")).isEqualTo(201);
      assertThat(server.get("/metrics").text())
          .contains("partita_store_writable 1", "partita_store_free_bytes ");

      Path ballast = Files.write(mountPoint.resolve("ballast"), new byte[160 << 20]);
      AdminServer.Answer full = awaitReady(server, 503);
      assertThat(full.text()).contains("\"not ready\"", "The disk is full");
      assertThat(server.get("/status").text()).contains("The disk is full");
      assertThat(server.get("/status").status()).isEqualTo(200);
      assertThat(server.get("/alive").status()).isEqualTo(200);
      assertThat(create(server, "2")).isEqualTo(507);
      assertThat(server.get("/metrics").text())
          .contains("partita_store_writable 0", "partita_store_refused_writes_total ");

      Files.delete(ballast);
      awaitReady(server, 200);
      assertThat(create(server, "2")).isEqualTo(201);
    }
  }

  /** The volume is asked some times a second. */
  private static AdminServer.Answer awaitReady(AdminServer server, int status) {
    AdminServer.Answer answer = server.get("/ready");
    while (answer.status() != status) {
      Clock.system().sleep(10);
      answer = server.get("/ready");
    }
    return answer;
  }

  private static int create(AdminServer server, String id) {
    var request =
        server
            .request("/dbs/shop/colls/orders/docs")
            .POST(BodyPublishers.ofString("{\"id\":\"" + id + "\",\"customer\":\"ada\"}"));
    CREATION.forEach(request::header);
    return server.send(request).status();
  }

  private static boolean run(String... command) throws InterruptedException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false; // There is no such command here.
    }
  }
}
