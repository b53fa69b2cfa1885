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
 * Training run for the class archive of the server, started by the launcher: a few requests to a
 * server in this process load the classes that a start and the first requests need.
 */
final class ClassArchiveTraining {

  private static final int ROUNDS = 20;
  private static final String QUERY =
      "{\"query\":\"SELECT TOP 5 c.id, COUNT(1) AS n FROM c WHERE c.n > @n GROUP BY c.id\","
          + "\"parameters\":[{\"name\":\"@n\",\"value\":1}]}";
  private static final String QUERY_HEADERS = "x-ms-documentdb-isquery: true\r\n";

  private ClassArchiveTraining() {}

  static void exercise(URI server) {
    send(server, "POST", "/dbs", "{\"id\":\"d\"}", "");
    send(
        server,
        "POST",
        "/dbs/d/colls",
        "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/p\"],\"version\":2}}",
        "");
    for (int i = 0; i < ROUNDS; i++) {
      for (String path : List.of("/alive", "/ready", "/", "/dbs", "/dbs/d/colls/c/pkranges")) {
        send(server, "GET", path, "", "");
      }
      String key = "x-ms-documentdb-partitionkey: [\"k\"]\r\n";
      String item = "{\"id\":\"" + i + "\",\"p\":\"k\",\"n\":1.5}";
      send(server, "POST", "/dbs/d/colls/c/docs", item, key);
      send(server, "GET", "/dbs/d/colls/c/docs/" + i, "", key);
      send(server, "PUT", "/dbs/d/colls/c/docs/" + i, item, key);
      send(server, "POST", "/dbs/d/colls/c/docs", QUERY, key + QUERY_HEADERS);
      send(server, "DELETE", "/dbs/d/colls/c/docs/" + i, "", key);
    }
    runScript(server);
    shakeHands(server, send(server, "GET", "/_explorer/emulator.pem", "", ""));
  }

  /** Starts the script engine, most of whose start time is class loading. */
  private static void runScript(URI server) {
    send(
        server,
        "POST",
        "/dbs/d/colls/c/sprocs",
        "{\"id\":\"s\",\"body\":\"function (n) { getContext().getResponse().setBody([n]); }\"}",
        "");
    for (int i = 0; i < ROUNDS; i++) {
      String key = "x-ms-documentdb-partitionkey: [\"k\"]\r\n";
      send(server, "POST", "/dbs/d/colls/c/sprocs/s", "[1]", key);
    }
  }

  /** Creates and uses certificates, which would otherwise dominate the time of a cold start. */
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
          send(socket, "GET", "/ready", "", "");
        }
      }
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("No answer over TLS", e);
    }
  }

  /**
   * Sends a request over a plain socket: an HTTP client would put its own classes into the archive.
   */
  private static byte[] send(
      URI server, String method, String path, String body, String moreHeaders) {
    try (var socket = new Socket(server.getHost(), server.getPort())) {
      return send(socket, method, path, body, moreHeaders);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] send(
      Socket socket, String method, String path, String body, String moreHeaders)
      throws IOException {
    String request =
        "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%sContent-Length: %d\r\n\r\n%s"
            .formatted(method, path, moreHeaders, body.length(), body);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    byte[] response = socket.getInputStream().readAllBytes();
    if (response.length == 0) {
      throw new IllegalStateException("No answer: " + path);
    }
    return response;
  }
}
