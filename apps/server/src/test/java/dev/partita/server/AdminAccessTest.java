package dev.partita.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonString;
import dev.partita.protocol.account.AccountKeys;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may ask, and what for. */
@Timeout(60)
class AdminAccessTest {

  private static final String KEY = key("full");
  private static final String SECOND = key("second");
  private static final String READ = key("read");
  private static final Map<String, String> KEYS =
      Map.of("key", KEY, "secondary-key", SECOND, "read-only-key", READ);

  private static String key(String text) {
    return Base64.getEncoder().encodeToString(text.repeat(8).getBytes(UTF_8));
  }

  private static AdminServer.Answer ask(AdminServer server, String method, String authorization) {
    var request =
        server
            .request("/api/v1/databases/shop/containers/a/partitions" + tail(method))
            .header("authorization", authorization);
    return server.send(
        method.equals("GET") ? request : request.POST(BodyPublishers.ofString("{}")));
  }

  private static String tail(String method) {
    return method.equals("GET") ? "" : "/0/split";
  }

  @ParameterizedTest
  @CsvSource({
    "full,200,202",
    "second,200,202",
    "read,200,403",
    "other,401,401",
  })
  void aKeyAllowsWhatItAllowsElsewhere(String name, int reading, int writing) {
    try (AdminServer server = new AdminServer(KEYS)) {
      AdminServer.fill(server.container("shop", "a", 400), 9, 1);
      assertThat(ask(server, "GET", "Bearer " + key(name)).status()).isEqualTo(reading);
      assertThat(ask(server, "GET", "bearer  " + key(name)).status()).isEqualTo(reading);
      String user = Base64.getEncoder().encodeToString(("any:" + key(name)).getBytes(UTF_8));
      assertThat(ask(server, "GET", "Basic " + user).status()).isEqualTo(reading);
      assertThat(ask(server, "POST", "Bearer " + key(name)).status()).isEqualTo(writing);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "Bearer", "Bearer ", "Bearer !", "Basic !", "Basic YQ==", "Digest x", "x"})
  void withoutAKeyNothingIsShown(String authorization) {
    try (AdminServer server = new AdminServer(KEYS)) {
      AdminServer.Answer answer = ask(server, "GET", authorization);
      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.at("code")).isEqualTo(JsonString.of("Unauthorized"));
      assertThat(server.get("/api/v1/account").status()).isEqualTo(401);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "localhost | - | - | 200",
        "127.0.0.1:8081 | http://127.0.0.1:8081 | same-origin | 200",
        "[::1]:8081 | - | none | 200",
        // A page from elsewhere, and a name that somebody may have pointed here.
        "localhost | http://evil.example | - | 403",
        "localhost | null | - | 403",
        "localhost | - | cross-site | 403",
        "localhost | http://localhost:3000 | same-site | 403",
        "evil.example | - | - | 403",
      })
  void developersNeedNoKeyUnlessAForeignPageAsks(
      String host, String origin, String site, int status) throws IOException {
    try (AdminServer server = new AdminServer(Map.of());
        Socket socket = new Socket(server.server.uri().getHost(), server.server.uri().getPort())) {
      String request =
          "GET /api/v1/account HTTP/1.1\r\nhost: "
              + host
              + (origin == null ? "" : "\r\norigin: " + origin)
              + (site == null ? "" : "\r\nsec-fetch-site: " + site)
              + "\r\nconnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(UTF_8));
      String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
      assertThat(answer).startsWith("HTTP/1.1 " + status);
    }
  }

  @Test
  void theKeyOfAllEmulatorsWorksAsWell() {
    try (AdminServer server = new AdminServer(Map.of())) {
      AdminServer.Answer answer =
          server.send(
              server
                  .request("/api/v1/account")
                  .header("authorization", "Bearer " + AccountKeys.WELL_KNOWN));
      assertThat(answer.status()).isEqualTo(200);
    }
  }

  @Test
  void withoutAuthorizationEverythingIsOpen() {
    try (AdminServer server = new AdminServer(Map.of("auth", "off"))) {
      assertThat(server.get("/api/v1/account").at("developer")).isEqualTo(JsonBoolean.TRUE);
    }
  }
}
