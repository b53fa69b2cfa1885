package dev.partita.testing;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What the kit asks a server. Safe for use by any number of threads. */
final class Api {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI endpoint;
  private final String key;

  Api(URI endpoint, String key) {
    this.endpoint = endpoint;
    this.key = key;
  }

  /** Asks the admin API, and returns the text of its answer. */
  String admin(String method, String path, String json) {
    HttpRequest.Builder request = request("/api/v1" + path);
    return send(request.header("authorization", "Bearer " + key), method, json);
  }

  /** Asks the NoSQL API for a resource of an account or of a database. */
  String nosql(String method, String kind, String link, String path, String json) {
    String date = DATE.format(ZonedDateTime.now(ZoneOffset.UTC)).toLowerCase(Locale.ROOT);
    String signed =
        method.toLowerCase(Locale.ROOT) + "\n" + kind + "\n" + link + "\n" + date + "\n\n";
    String token = "type=master&ver=1.0&sig=" + signature(key, signed);
    return send(
        request(path)
            .header("authorization", URLEncoder.encode(token, StandardCharsets.UTF_8))
            .header("x-ms-date", date)
            .header("x-ms-version", "2018-12-31"),
        method,
        json);
  }

  static String signature(String key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
      return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java has HmacSHA256", e);
    }
  }

  /** A path of names, with a slash before each. */
  static String path(String... names) {
    return Stream.of(names)
        .map(name -> "/" + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20"))
        .collect(Collectors.joining());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(endpoint.resolve(path)).timeout(PATIENCE);
  }

  private String send(HttpRequest.Builder request, String method, String json) {
    HttpRequest asked =
        request
            .header("content-type", "application/json")
            .method(
                method, json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json))
            .build();
    try {
      HttpResponse<String> answer = client.send(asked, BodyHandlers.ofString());
      if (answer.statusCode() >= 300) {
        throw new TestServerException(
            method
                + " "
                + asked.uri().getPath()
                + " was refused with "
                + answer.statusCode()
                + ": "
                + answer.body());
      }
      return answer.body();
    } catch (IOException e) {
      throw new TestServerException("The server does not answer at " + endpoint, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestServerException("Interrupted while the server was asked", e);
    }
  }
}
