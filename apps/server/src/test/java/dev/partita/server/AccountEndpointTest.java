package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Where the account says that it is: clients send everything but their first request there, so it
 * has to be where they can reach it, through whatever is between.
 */
@Timeout(60)
class AccountEndpointTest {

  private static final Pattern ENDPOINT =
      Pattern.compile("\"databaseAccountEndpoint\":\"([^\"]*)\"");

  private static PartitaServer server;

  @BeforeAll
  static void start() {
    server = start(Map.of());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // A port that a container maps, another container, an address.
        "http://localhost:32768/ | Host: localhost:32768",
        "http://partita:8081/ | Host: partita:8081",
        "http://[::1]:8081/ | Host: [::1]:8081",
        "http://10.0.0.1/ | Host: 10.0.0.1",
        // A proxy that ends TLS, and two in a row.
        "https://db.example/ | Host: 127.0.0.1:8081\\r\\nX-Forwarded-Host: db.example\\r\\n"
            + "X-Forwarded-Proto: https",
        "https://db.example/ | Host: inner\\r\\nX-Forwarded-Host: db.example, middle\\r\\n"
            + "X-Forwarded-Proto: HTTPS , http",
        "https://inner/ | Host: inner\\r\\nX-Forwarded-Proto: https",
        "http://db.example:8443/ | Host: inner:1\\r\\nX-Forwarded-Host: db.example\\r\\n"
            + "X-Forwarded-Port: 8443, 1",
        "http://db.example:9/ | Host: inner\\r\\nX-Forwarded-Host: db.example:9\\r\\n"
            + "X-Forwarded-Port: 8443",
        "http://[fd00::1]:7/ | Host: inner\\r\\nX-Forwarded-Host: [fd00::1]\\r\\n"
            + "X-Forwarded-Port: 7",
      })
  void isWhereTheClientFoundTheServer(String endpoint, String fields) throws Exception {
    String answer = ask(server, fields.translateEscapes());
    assertThat(answer).startsWith("HTTP/1.1 200 ");
    // Of the locations to write to and of those to read from.
    Matcher matcher = ENDPOINT.matcher(answer);
    assertThat(matcher.results().map(result -> result.group(1)))
        .containsExactly(endpoint, endpoint);
  }

  @ParameterizedTest
  @CsvSource({
    "Host: a/b",
    "Host: a\"b",
    "Host: user@a",
    "Host: a:b",
    "Host: ",
    "Host: a\\r\\nX-Forwarded-Proto: javascript",
    "Host: a\\r\\nX-Forwarded-Port: 80x",
    "Host: a\\r\\nX-Forwarded-Host: a b",
  })
  void isNothingThatNoClientCouldUse(String fields) throws Exception {
    assertThat(ask(server, fields.translateEscapes())).startsWith("HTTP/1.1 400 ");
  }

  @Test
  void isSecureForWhoeverCameSecurely() throws Exception {
    URI secure = URI.create("https://localhost:" + server.uri().getPort() + "/");
    try (HttpClient client =
        HttpClient.newBuilder().sslContext(trusting(get(HttpClient.newHttpClient()))).build()) {
      String account =
          client.send(HttpRequest.newBuilder(secure).build(), BodyHandlers.ofString()).body();
      assertThat(account).contains("\"databaseAccountEndpoint\":\"" + secure + "\"");
    }
  }

  @Test
  void isWhatTheUserSays() throws Exception {
    try (PartitaServer told = start(Map.of("gateway-endpoint", "https://db.example:8443"))) {
      assertThat(ask(told, "Host: a\r\nX-Forwarded-Host: b"))
          .contains("\"databaseAccountEndpoint\":\"https://db.example:8443/\"");
    }
  }

  private static PartitaServer start(Map<String, String> more) {
    var settings = new HashMap<>(Map.of("port", "0", "in-memory", "true", "auth", "off"));
    settings.putAll(more);
    return PartitaServer.start(ServerOptions.resolve(settings, Map.of()));
  }

  /** Over a plain socket, since clients have their own opinion on Host. */
  private static String ask(PartitaServer of, String fields) throws IOException {
    try (var socket = new Socket(of.uri().getHost(), of.uri().getPort())) {
      String request = "GET / HTTP/1.1\r\n" + fields + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static byte[] get(HttpClient client) throws Exception {
    try (client) {
      URI pem = server.uri().resolve("/_explorer/emulator.pem");
      return client.send(HttpRequest.newBuilder(pem).build(), BodyHandlers.ofByteArray()).body();
    }
  }

  private static SSLContext trusting(byte[] pem) throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry(
        "partita",
        CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem)));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
