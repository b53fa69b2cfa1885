package dev.partita.client;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.error.Reasons;
import dev.partita.base.time.Clock;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;

/** Client of a running server. Safe for use by any number of threads. */
public final class Client implements AutoCloseable {

  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(90);
  private static final long PATIENCE_MILLIS = 30_000;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int RETRY_WITH = 449;

  private final ServerTarget target;
  private final Clock clock;
  private final HttpClient http;

  public Client(ServerTarget target, Clock clock) {
    this.target = target;
    this.clock = clock;
    HttpClient.Builder builder =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT);
    if (target.trust().isPresent()) {
      builder.sslContext(target.trust().get());
    } else if (!"https".equalsIgnoreCase(target.endpoint().getScheme())) {
      builder.sslContext(nothingTrusted());
    }
    this.http = builder.build();
  }

  /**
   * TLS context for a server without TLS. The default one would read all certificates that Java
   * trusts, which takes longer than most requests.
   */
  private static SSLContext nothingTrusted() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[0], null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java platform has TLS", e);
    }
  }

  public URI endpoint() {
    return target.endpoint();
  }

  public Clock clock() {
    return clock;
  }

  /**
   * Sends a request once and returns the response, successful or not.
   *
   * @throws DatabaseException UNAVAILABLE without a status if no server answers
   */
  public ClientResponse send(ClientRequest request) {
    try {
      HttpResponse<byte[]> response =
          http.send(request(request), HttpResponse.BodyHandlers.ofByteArray());
      return new ClientResponse(response.statusCode(), response.headers(), response.body());
    } catch (IOException e) {
      throw unreachable(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable(e);
    }
  }

  /**
   * Sends a request, with retries after the time that the server gives while it throttles, for half
   * a minute at most.
   *
   * @throws DatabaseException the failure that the server answered with, or UNAVAILABLE as {@link
   *     #send} does
   */
  public ClientResponse require(ClientRequest request) {
    long begin = clock.nanos();
    while (true) {
      ClientResponse response = send(request);
      boolean again = response.status() == TOO_MANY_REQUESTS || response.status() == RETRY_WITH;
      if (!again || (clock.nanos() - begin) / 1_000_000 > PATIENCE_MILLIS) {
        return response.orThrow();
      }
      clock.sleep(Math.max(1, response.retryAfterMillis()));
      if (Thread.currentThread().isInterrupted()) {
        return response.orThrow();
      }
    }
  }

  private HttpRequest request(ClientRequest request) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(target.endpoint() + request.uri()))
            .timeout(ANSWER)
            .method(
                request.method(),
                request.body().length == 0
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(request.body()))
            .header("Accept", "application/json");
    if (request.body().length > 0 && !request.headers().containsKey("Content-Type")) {
      builder.header("Content-Type", "application/json");
    }
    request.headers().forEach(builder::header);
    if (request.admin()) {
      return builder.header("Authorization", target.key().bearer()).build();
    }
    String date = date();
    String signature =
        target.key().signature(request.method(), request.signedKind(), request.signedLink(), date);
    return builder
        .header("x-ms-version", "2020-07-15")
        .header("x-ms-date", date)
        .header("Authorization", URLEncoder.encode(signature, StandardCharsets.UTF_8))
        .build();
  }

  /**
   * Date in the form of RFC 1123 with two digits for the day, which Java's formatter does not
   * write.
   */
  private String date() {
    String date =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(
            Instant.ofEpochMilli(clock.millis()).atOffset(ZoneOffset.UTC));
    int day = date.indexOf(' ') + 1;
    return date.charAt(day + 1) == ' ' ? date.substring(0, day) + "0" + date.substring(day) : date;
  }

  private DatabaseException unreachable(Exception cause) {
    return new DatabaseException(ErrorCode.UNAVAILABLE, "No server answers", cause)
        .with("endpoint", target.endpoint())
        .with("reason", reason(cause));
  }

  /**
   * Describes a failed connection. Java gives no message but the class name where no process
   * listens.
   */
  private static String reason(Exception cause) {
    return switch (cause) {
      case HttpConnectTimeoutException _ -> "nothing answers at this address";
      case HttpTimeoutException _ -> "it takes too long to answer";
      case ConnectException _ -> "nobody listens there";
      case SSLException failure ->
          "its certificate is not trusted, or it has none: " + Reasons.of(failure);
      case InterruptedException _ -> "interrupted";
      default -> Reasons.of(cause);
    };
  }

  /** Does not wait: outstanding requests are aborted. */
  @Override
  public void close() {
    http.shutdownNow();
  }
}
