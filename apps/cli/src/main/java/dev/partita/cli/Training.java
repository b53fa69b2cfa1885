package dev.partita.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A few requests to a server of this process, from which the launcher has Java learn what a start
 * and the first requests need.
 */
final class Training {

  private static final int ROUNDS = 20;
  private static final String QUERY =
      "{\"query\":\"SELECT TOP 5 c.id, COUNT(1) AS n FROM c WHERE c.n > @n GROUP BY c.id\","
          + "\"parameters\":[{\"name\":\"@n\",\"value\":1}]}";
  private static final String QUERY_HEADERS = "x-ms-documentdb-isquery: true\r\n";

  private Training() {}

  static void exercise(URI server) {
    ask(server, "POST", "/dbs", "{\"id\":\"d\"}", "");
    ask(
        server,
        "POST",
        "/dbs/d/colls",
        "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/p\"],\"version\":2}}",
        "");
    for (int i = 0; i < ROUNDS; i++) {
      for (String path : List.of("/alive", "/ready", "/", "/dbs", "/dbs/d/colls/c/pkranges")) {
        ask(server, "GET", path, "", "");
      }
      String key = "x-ms-documentdb-partitionkey: [\"k\"]\r\n";
      String item = "{\"id\":\"" + i + "\",\"p\":\"k\",\"n\":1.5}";
      ask(server, "POST", "/dbs/d/colls/c/docs", item, key);
      ask(server, "GET", "/dbs/d/colls/c/docs/" + i, "", key);
      ask(server, "PUT", "/dbs/d/colls/c/docs/" + i, item, key);
      ask(server, "POST", "/dbs/d/colls/c/docs", QUERY, key + QUERY_HEADERS);
      ask(server, "DELETE", "/dbs/d/colls/c/docs/" + i, "", key);
    }
    runScript(server);
    shakeHands(server, ask(server, "GET", "/_explorer/emulator.pem", "", ""));
  }

  /** Starts the engine of scripts, most of which is classes that have to be found. */
  private static void runScript(URI server) {
    ask(
        server,
        "POST",
        "/dbs/d/colls/c/sprocs",
        "{\"id\":\"s\",\"body\":\"function (n) { getContext().getResponse().setBody([n]); }\"}",
        "");
    for (int i = 0; i < ROUNDS; i++) {
      String key = "x-ms-documentdb-partitionkey: [\"k\"]\r\n";
      ask(server, "POST", "/dbs/d/colls/c/sprocs/s", "[1]", key);
    }
  }

  /**
   * Makes certificates and uses them, which takes longer than all the rest if Java is new to it.
   */
  private static void shakeHands(URI server, byte[] pem) {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      store.setCertificateEntry(
          "partita",
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(pem)));
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      for (int i = 0; i < ROUNDS; i++) {
        try (Socket socket =
            context.getSocketFactory().createSocket(server.getHost(), server.getPort())) {
          ask(socket, "GET", "/ready", "", "");
        }
      }
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("No answer over TLS", e);
    }
  }

  /** Over a plain socket: an HTTP client would have Java learn the client, too. */
  private static byte[] ask(
      URI server, String method, String path, String body, String moreHeaders) {
    try (var socket = new Socket(server.getHost(), server.getPort())) {
      return ask(socket, method, path, body, moreHeaders);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] ask(
      Socket socket, String method, String path, String body, String moreHeaders)
      throws IOException {
    String request =
        "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%sContent-Length: %d\r\n\r\n%s"
            .formatted(method, path, moreHeaders, body.length(), body);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    byte[] answer = socket.getInputStream().readAllBytes();
    if (answer.length == 0) {
      throw new IllegalStateException("No answer: " + path);
    }
    return answer;
  }
}
