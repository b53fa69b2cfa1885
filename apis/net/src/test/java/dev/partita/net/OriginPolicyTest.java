package dev.partita.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.Clock;
import dev.partita.net.http.BlockingHandler;
import dev.partita.net.http.Headers;
import dev.partita.net.http.OriginPolicy;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import dev.partita.net.http.Urgency;
import dev.partita.net.transport.NetLimits;
import dev.partita.net.websocket.WebSocketPeer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server without a secret takes, and what it refuses since a web page may be behind it. */
@Timeout(30)
class OriginPolicyTest {

  private static final OriginPolicy POLICY =
      OriginPolicy.restricted(
          List.of("db.example", "Partita"),
          List.of("http://localhost:3000", "https://App.example"));
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:8081",
        "localhost.:8081",
        "a.localhost",
        "127.0.0.1",
        "10.1.2.3:8081",
        "[::1]",
        "[fe80::1]:8081",
        "host.docker.internal:8081",
        "db.example",
        "DB.example.:1",
        "partita:8081",
        "any-name-without-a-dot:8081",
        ""
      })
  void takesWhatIsAskedByAnAddressOrAnOwnName(String host) {
    assertThat(refusal("GET", "host", host)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:8081",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "127.0.0.1.nip.io:80",
        "db.example.evil.example",
        "1a.2.3.4",
        "0x7f.1"
      })
  void refusesWhatIsAskedByAnyOtherName(String host) {
    assertThat(refusal("GET", "host", host)).contains("--hostname").contains("PARTITA_HOSTNAME");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[::1].evil.example",
        "evil.example]",
        "localhost:evil",
        "x@localhost",
        "localhost,evil.example",
        "<script>",
        "a/b"
      })
  void refusesWhatIsNoHostName(String host) {
    assertThat(refusal("GET", "host", host)).contains("no host name").doesNotContain(host);
  }

  @Test
  void namesTheHostThatIsMissingFromTheSettings() {
    assertThat(refusal("GET", "host", "Cache.example:8081")).contains("'cache.example'");
  }

  @ParameterizedTest
  @CsvSource({
    "localhost:8081, http://localhost:8081",
    "localhost:8081, https://LOCALHOST:8081",
    "127.0.0.1:8081, http://127.0.0.1:8081",
    "localhost:8081, http://localhost:3000",
    "localhost:8081, https://app.example",
  })
  void takesWhatPagesOfTheSameOrAnAllowedOriginAsk(String host, String origin) {
    assertThat(refusal("POST", "host", host, "origin", origin)).isNull();
    assertThat(refusal("POST", "host", host, "origin", origin, "sec-fetch-site", "cross-site"))
        .isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "localhost:8081, http://evil.example",
    "localhost:8081, http://localhost:8082",
    "localhost:8081, http://localhost",
    "localhost:8081, http://127.0.0.1:8081",
    "localhost:8081, null",
    "localhost:8081, ''",
    "localhost:8081, http://localhost:3000.evil.example",
    "localhost:8081, ws://localhost:8081",
    "'', http://evil.example",
  })
  void refusesWhatPagesOfOtherOriginsAsk(String host, String origin) {
    assertThat(refusal("POST", "host", host, "origin", origin))
        .contains("--allowed-origin")
        .contains("PARTITA_ALLOWED_ORIGIN");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, same-origin, cors, empty, true",
    "GET, none, navigate, document, true",
    "GET, cross-site, navigate, document, true",
    "GET, cross-site, no-cors, image, false",
    "GET, cross-site, navigate, iframe, false",
    "GET, same-site, cors, empty, false",
    "POST, cross-site, navigate, document, false",
  })
  void believesWhatBrowsersSayOfRequestsWithoutAnOrigin(
      String method, String site, String mode, String destination, boolean taken) {
    String refusal =
        refusal(
            method,
            "host",
            "localhost",
            "sec-fetch-site",
            site,
            "sec-fetch-mode",
            mode,
            "sec-fetch-dest",
            destination);
    assertThat(refusal == null).isEqualTo(taken);
  }

  @ParameterizedTest
  @ValueSource(strings = {"host: evil.example", "host: localhost\r\norigin: http://evil.example"})
  void holdsForRequestsAndForWebSockets(String fields) {
    try (NetServer server = start()) {
      for (InetSocketAddress address : server.listening()) {
        for (String kind : List.of("", "connection: upgrade\r\nupgrade: websocket\r\n")) {
          try (RawClient client = new RawClient(address)) {
            client.send(
                "GET / HTTP/1.1\r\n"
                    + fields
                    + "\r\n"
                    + "sec-websocket-version: 13\r\n"
                    + "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                    + kind
                    + "\r\n");
            assertThat(client.read().status()).isEqualTo(403);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "localhost:1, , 200",
    "evil.example, , 403",
    "localhost:1, http://localhost:1, 200",
    "localhost:1, http://evil.example, 403",
  })
  void holdsForHttp2(String authority, @Nullable String origin, String status) {
    try (NetServer server = start();
        RawHttp2Client client = RawHttp2Client.connect(server)) {
      byte[] fields =
          RawHttp2Client.fields(
              ":method", "GET", ":scheme", "http", ":path", "/", ":authority", authority);
      byte[] more = origin == null ? new byte[0] : RawHttp2Client.fields("origin", origin);
      client.send(
          RawHttp2Client.HEADERS,
          RawHttp2Client.END_HEADERS | RawHttp2Client.END_STREAM,
          1,
          ByteBuffer.allocate(fields.length + more.length).put(fields).put(more).array());
      assertThat(client.status()).isEqualTo(status);
    }
  }

  @Test
  void letsOwnPagesHaveWebSockets() {
    try (NetServer server = start();
        RawClient client = new RawClient(server.listening().getLast())) {
      client.send(
          """
          GET / HTTP/1.1\r
          host: localhost:1\r
          origin: http://localhost:1\r
          sec-websocket-version: 13\r
          sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r
          connection: upgrade\r
          upgrade: websocket\r
          \r
          """);
      assertThat(client.read().status()).isEqualTo(101);
    }
  }

  @Test
  void doesNotMindWhoAsksHowTheServerIs() {
    try (NetServer server = start();
        RawClient client = Servers.connect(server)) {
      client.send("GET /alive HTTP/1.1\r\nhost: evil.example\r\norigin: http://a.example\r\n\r\n");
      assertThat(client.read().status()).isEqualTo(200);
    }
  }

  private static NetServer start() {
    BlockingHandler handler =
        new BlockingHandler() {
          @Override
          public Response answer(Request request) {
            return Response.of(200);
          }

          @Override
          public Urgency urgency(String path) {
            return path.equals("/alive") ? Urgency.PROBE : Urgency.WORK;
          }
        };
    NetServer server =
        NetServer.start(
            List.of(ANY_PORT), handler, NetLimits.standard(), Clock.system(), null, POLICY);
    var _ = server.listen(ANY_PORT, handler);
    var _ = server.listen(ANY_PORT, handler, _ -> new SilentPeer());
    return server;
  }

  private static final class SilentPeer implements WebSocketPeer {
    @Override
    public void message(byte[] message, boolean text) {
      // Nothing to say to it.
    }

    @Override
    public void closed() {
      // Nothing to let go of.
    }
  }

  private static @Nullable String refusal(String method, String... headers) {
    Response refusal = POLICY.refusal(method, Headers.of(headers));
    return refusal == null ? null : new String(refusal.body(), UTF_8);
  }
}
