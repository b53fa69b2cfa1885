package dev.partita.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends metrics to a collector of OpenTelemetry now and then, over HTTP as JSON. One thread; what
 * cannot be sent is part of the next, since all counts are from the start on.
 */
final class OtlpExport implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(OtlpExport.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final URI address;
  private final Supplier<byte[]> metrics;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("otlp").factory());
  // Of the thread; made with the first metrics, since it takes a while.
  private @Nullable HttpClient client;
  private boolean failing;

  /**
   * @param endpoint of the collector, below which metrics have their path
   */
  OtlpExport(URI endpoint, long everyMillis, Supplier<byte[]> metrics) {
    String base = endpoint.toString();
    this.address =
        URI.create(
            (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + "/v1/metrics");
    this.metrics = metrics;
    var _ = thread.scheduleAtFixedRate(this::send, everyMillis, everyMillis, TimeUnit.MILLISECONDS);
  }

  /** Nothing gets out: an exception would end all further tries. */
  private void send() {
    try {
      HttpClient known = client;
      if (known == null) {
        known = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
        client = known;
      }
      HttpResponse<Void> answer =
          known.send(
              HttpRequest.newBuilder(address)
                  .timeout(TIMEOUT)
                  .header("content-type", "application/json")
                  .POST(BodyPublishers.ofByteArray(metrics.get()))
                  .build(),
              BodyHandlers.discarding());
      told(answer.statusCode() / 100 == 2 ? null : "status " + answer.statusCode());
    } catch (IOException | RuntimeException e) {
      told(String.valueOf(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The same trouble is told once, however often it is met. */
  private void told(@Nullable String trouble) {
    if (trouble != null && !failing) {
      log.warn("Metrics cannot be sent to {}: {}", address, trouble);
    } else if (trouble == null && failing) {
      log.info("Metrics are sent to {} again", address);
    }
    failing = trouble != null;
  }

  /** Sends once more, so that the collector knows how it ended. */
  @Override
  public void close() {
    thread.shutdownNow();
    try {
      if (thread.awaitTermination(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
        send();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (client != null) {
      client.shutdownNow();
    }
  }
}
