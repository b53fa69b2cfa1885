package dev.partita.benchmarks.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.base.time.Clock;
import dev.partita.table.auth.AccountKey;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Table requests in the form of the SDKs, signed with the well-known key of emulators. Signatures
 * are valid for a quarter of an hour. Safe for use by any number of threads.
 */
public final class TableRequests {

  private static final String ACCOUNT = AccountKey.WELL_KNOWN_ACCOUNT;

  private final int port;
  private final String date;
  private final Map<String, String> signatures = new ConcurrentHashMap<>();

  public TableRequests(int port) {
    this.port = port;
    this.date =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(
            Instant.ofEpochMilli(Clock.system().millis()).atZone(ZoneOffset.UTC));
  }

  public int port() {
    return port;
  }

  /** Copy with new signatures. */
  public TableRequests anew() {
    return new TableRequests(port);
  }

  /**
   * Complete request.
   *
   * @param target the path after the account, with the query
   * @param headers complete lines, each with its line break
   */
  public byte[] request(String verb, String target, String headers, byte[] body) {
    int question = target.indexOf('?');
    String path = "/" + ACCOUNT + (question < 0 ? target : target.substring(0, question));
    String head =
        verb
            + " /"
            + ACCOUNT
            + target
            + " HTTP/1.1\r\nhost: 127.0.0.1:"
            + port
            + "\r\nx-ms-version: 2019-02-02\r\nx-ms-date: "
            + date
            + "\r\naccept: application/json;odata=minimalmetadata\r\nuser-agent: bench\r\n"
            + "dataserviceversion: 3.0\r\nauthorization: "
            + authorization(path)
            + "\r\n"
            + headers
            + "content-length: "
            + body.length
            + "\r\n\r\n";
    byte[] headBytes = head.getBytes(UTF_8);
    byte[] request = new byte[headBytes.length + body.length];
    System.arraycopy(headBytes, 0, request, 0, headBytes.length);
    System.arraycopy(body, 0, request, headBytes.length, body.length);
    return request;
  }

  /** Sends one request and waits for its response, which must have the status. */
  public HttpResponse<byte[]> send(int status, String verb, String target, String json)
      throws IOException {
    int question = target.indexOf('?');
    String path = "/" + ACCOUNT + (question < 0 ? target : target.substring(0, question));
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<byte[]> response =
          client.send(
              HttpRequest.newBuilder(
                      URI.create("http://127.0.0.1:" + port + "/" + ACCOUNT + target))
                  .version(HttpClient.Version.HTTP_1_1)
                  .header("x-ms-version", "2019-02-02")
                  .header("x-ms-date", date)
                  .header("accept", "application/json;odata=minimalmetadata")
                  .header("content-type", "application/json")
                  .header("authorization", authorization(path))
                  .method(verb, HttpRequest.BodyPublishers.ofString(json))
                  .build(),
              HttpResponse.BodyHandlers.ofByteArray());
      if (response.statusCode() != status) {
        throw new IllegalStateException(
            "The server answered "
                + response.statusCode()
                + ": "
                + new String(response.body(), UTF_8));
      }
      return response;
    } catch (InterruptedException e) {
      throw new IllegalStateException("A request was interrupted.", e);
    }
  }

  private String authorization(String path) {
    if (path.indexOf('(') > 0) {
      // Signed for each request: the paths are too many to be cached.
      return sign(path);
    }
    return signatures.computeIfAbsent(path, this::sign);
  }

  private String sign(String path) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(AccountKey.WELL_KNOWN), "HmacSHA256"));
      byte[] signature = mac.doFinal((date + "\n/" + ACCOUNT + path).getBytes(UTF_8));
      return "SharedKeyLite " + ACCOUNT + ":" + Base64.getEncoder().encodeToString(signature);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Requests cannot be signed on this platform.", e);
    }
  }
}
