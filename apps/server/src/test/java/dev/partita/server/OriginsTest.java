package dev.partita.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.Clock;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Web pages of strangers get nothing from a server without a secret, at whatever port: each test
 * goes through all that the server listens on.
 */
@Timeout(120)
class OriginsTest {

  /** A key that is nobody's but this test's. */
  private static final String SECRET = Base64.getEncoder().encodeToString(new byte[64]);

  private static final String STORAGE = "mine:" + SECRET;

  private static final List<String> REQUESTS =
      List.of(
          "GET / HTTP/1.1",
          "POST /dbs HTTP/1.1\r\ncontent-length: 0",
          "OPTIONS / HTTP/1.1\r\naccess-control-request-method: POST",
          "GET /_explorer/ HTTP/1.1",
          "GET /metrics HTTP/1.1",
          "GET /api/v1/account HTTP/1.1",
          "GET /devstoreaccount1/Tables HTTP/1.1",
          "GET /gremlin HTTP/1.1\r\nconnection: upgrade\r\nupgrade: websocket"
              + "\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==");

  private static PartitaServer start(Map<String, String> more) throws IOException {
    Map<String, String> flags = new HashMap<>(Map.of("port", "0", "in-memory", "true"));
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      flags.put("explorer-port", Integer.toString(free.getLocalPort()));
    }
    // Pages cannot speak what these ports do.
    flags.put("mongo-port", "off");
    flags.put("mongo-replica-set-port", "off");
    flags.putAll(more);
    PartitaServer server =
        PartitaServer.start(ServerOptions.resolve(flags, Map.of()), Node::open, Clock.system());
    // The account, graphs, tables in two forms, the explorer.
    assertThat(server.listening()).hasSizeGreaterThanOrEqualTo(5);
    return server;
  }

  /** The status, and of refusals all that is said. */
  private static String answer(InetSocketAddress address, String request, String fields)
      throws IOException {
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      boolean upgrade = request.contains("upgrade");
      String whole =
          request
              + "\r\n"
              + fields.replace("PORT", Integer.toString(address.getPort()))
              + (upgrade ? "\r\n\r\n" : "\r\nconnection: close\r\n\r\n");
      socket.getOutputStream().write(whole.getBytes(UTF_8));
      InputStream in = socket.getInputStream();
      String first = new String(in.readNBytes(12), UTF_8);
      assertThat(first).startsWith("HTTP/1.1 ");
      return first.endsWith("403") ? first + new String(in.readAllBytes(), UTF_8) : first;
    }
  }

  /** Other refusals there are as well: storage accounts want signatures and rules for origins. */
  private static boolean isRefused(String answer) {
    return answer.contains("open to whoever can reach the server");
  }

  private static void assertRefused(PartitaServer server, boolean refused, String fields)
      throws IOException {
    for (InetSocketAddress address : server.listening()) {
      for (String request : REQUESTS) {
        assertThat(isRefused(answer(address, request, fields)))
            .as("%s at %s", request, address)
            .isEqualTo(refused);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "host: evil.example:PORT",
        "host: localhost:PORT\r\norigin: http://evil.example",
        "host: localhost:PORT\r\norigin: null",
        "host: localhost:PORT\r\nsec-fetch-site: cross-site",
        "host: evil.example:PORT\r\norigin: http://evil.example:PORT",
      })
  void everyPortRefusesPagesOfStrangers(String fields) throws IOException {
    try (PartitaServer server = start(Map.of())) {
      assertRefused(server, true, fields);
    }
    try (PartitaServer server = start(Map.of("auth", "off"))) {
      assertRefused(server, true, fields);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "host: localhost:PORT",
        "host: 127.0.0.1:PORT\r\norigin: http://127.0.0.1:PORT",
        "host: localhost:PORT\r\norigin: https://localhost:PORT",
        "host: partita:PORT",
        "host: gateway.example:PORT",
        "host: localhost:PORT\r\norigin: http://localhost:3000",
      })
  void everyPortTakesProgramsAndOwnPages(String fields) throws IOException {
    Map<String, String> settings =
        Map.of(
            "hostname", "partita",
            "gateway-endpoint", "https://gateway.example/",
            "allowed-origin", "http://localhost:3000");
    try (PartitaServer server = start(settings)) {
      assertRefused(server, false, fields);
    }
  }

  @Test
  void withASecretItDoesNotMatterWhoAsks() throws IOException {
    try (PartitaServer server = start(Map.of("key", SECRET, "storage-accounts", STORAGE))) {
      assertRefused(server, false, "host: proxied.example\r\norigin: http://page.example");
    }
  }

  /** Of several doors with keys of their own, each is as open as its key. */
  @Test
  void aStorageAccountWithTheKnownKeyIsOpenByItself() throws IOException {
    try (PartitaServer server = start(Map.of("key", SECRET))) {
      long refusing = 0;
      for (InetSocketAddress address : server.listening()) {
        refusing += isRefused(answer(address, "GET / HTTP/1.1", "host: evil.example")) ? 1 : 0;
      }
      assertThat(refusing).isOne();
    }
  }

  @Test
  void whoeverAsksIsToldWhetherTheServerLives() throws IOException {
    try (PartitaServer server = start(Map.of())) {
      for (String probe : List.of("/alive", "/ready", "/status")) {
        InetSocketAddress address = server.listening().getFirst();
        assertThat(answer(address, "GET " + probe + " HTTP/1.1", "host: pod.example"))
            .isEqualTo("HTTP/1.1 200");
      }
    }
  }
}
