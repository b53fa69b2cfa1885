package dev.partita.benchmarks.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.base.time.Clock;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonWriter;
import dev.partita.protocol.account.AccountKeys;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Requests in the form of the SDKs, signed with the well-known key of emulators. Immutable. */
public final class SignedRequests {

  private final byte[] key;
  private final String date;
  private final String host;

  /**
   * @param key the key in base64
   * @param now time of the signature, which is valid for a quarter of an hour
   */
  public SignedRequests(String key, ZonedDateTime now, String host) {
    this.key = Base64.getDecoder().decode(key);
    this.date = DateTimeFormatter.RFC_1123_DATE_TIME.format(now);
    this.host = host;
  }

  /** Requests to a server on this machine, signed now with the well-known key. */
  public static SignedRequests to(int port) {
    return new SignedRequests(
        AccountKeys.WELL_KNOWN,
        Instant.ofEpochMilli(Clock.system().millis()).atZone(ZoneOffset.UTC),
        "localhost:" + port);
  }

  public byte[] createDatabase(String id) {
    return request("POST", "/dbs", "dbs", "", "", body(JsonObject.builder().put("id", id)));
  }

  /** Creates a container with the key path {@code /pk}. */
  public byte[] createContainer(String database, String id) {
    return createContainer(database, id, "");
  }

  /**
   * Creates a container with the key path {@code /pk} and as many partitions as the throughput
   * needs.
   */
  public byte[] createContainer(String database, String id, int throughput) {
    return createContainer(database, id, "x-ms-offer-throughput: " + throughput + "\r\n");
  }

  private byte[] createContainer(String database, String id, String headers) {
    String link = "dbs/" + database;
    JsonObject key =
        JsonObject.builder()
            .put("paths", JsonArray.of(List.of(JsonString.of("/pk"))))
            .put("version", 2)
            .build();
    return request(
        "POST",
        "/" + link + "/colls",
        "colls",
        link,
        headers,
        body(JsonObject.builder().put("id", id).put("partitionKey", key)));
  }

  /** A query with one parameter, {@code @value}. */
  public byte[] query(String container, String headers, String text, String value) {
    JsonObject parameter = JsonObject.builder().put("name", "@value").put("value", value).build();
    return request(
        "POST",
        "/" + container + "/docs",
        "docs",
        container,
        "x-ms-documentdb-isquery: true\r\n" + headers,
        body(
            JsonObject.builder()
                .put("query", text)
                .put("parameters", JsonArray.of(List.of(parameter)))));
  }

  private static byte[] body(JsonObject.Builder body) {
    return JsonWriter.bytes(body.build());
  }

  /**
   * Complete request.
   *
   * @param kind resource type, which is signed with {@code link}
   * @param headers complete lines, each with its line break
   */
  public byte[] request(
      String verb, String path, String kind, String link, String headers, byte[] body) {
    return request(beginning(verb, path, kind, link), headers, body);
  }

  /** Beginning of requests for the same resource, including the signature. */
  public String beginning(String verb, String path, String kind, String link) {
    return verb
        + " "
        + path
        + " HTTP/1.1\r\nhost: "
        + host
        + "\r\nx-ms-version: 2020-07-15\r\nx-ms-date: "
        + date
        + "\r\naccept: application/json\r\ncache-control: no-cache\r\n"
        + "user-agent: bench\r\nauthorization: "
        + authorization(verb, kind, link)
        + "\r\n";
  }

  /**
   * Complete request.
   *
   * @param beginning result of {@link #beginning}
   * @param headers complete lines, each with its line break
   */
  public static byte[] request(String beginning, String headers, byte[] body) {
    String head =
        beginning
            + headers
            + (body.length > 0
                ? "content-type: application/json\r\ncontent-length: " + body.length + "\r\n"
                : "")
            + "\r\n";
    byte[] headBytes = head.getBytes(UTF_8);
    byte[] request = new byte[headBytes.length + body.length];
    System.arraycopy(headBytes, 0, request, 0, headBytes.length);
    System.arraycopy(body, 0, request, headBytes.length, body.length);
    return request;
  }

  private String authorization(String verb, String kind, String link) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      String text =
          "%s\n%s\n%s\n%s\n\n"
              .formatted(verb.toLowerCase(Locale.ROOT), kind, link, date.toLowerCase(Locale.ROOT));
      return "type%3Dmaster%26ver%3D1.0%26sig%3D"
          + Base64.getEncoder()
              .encodeToString(mac.doFinal(text.getBytes(UTF_8)))
              .replace("+", "%2B")
              .replace("/", "%2F")
              .replace("=", "%3D");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Requests cannot be signed on this platform.", e);
    }
  }
}
