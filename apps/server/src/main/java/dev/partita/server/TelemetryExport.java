package dev.partita.server;

import dev.partita.advice.ValueHash;
import dev.partita.telemetry.RequestLog;
import dev.partita.telemetry.Telemetry;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * What is measured of a node, and where it goes: to the files of the request log, and to a
 * collector of metrics. Safe for any number of threads.
 */
final class TelemetryExport implements AutoCloseable {

  private final Telemetry telemetry;
  private final @Nullable RequestLogFiles files;
  private final @Nullable OtlpExport otlp;

  TelemetryExport(Node node, ServerOptions options) {
    TelemetryOptions chosen = options.telemetry();
    boolean inMemory = chosen.requestLogBytes() == 0 || options.inMemory();
    Path folder = options.data().resolve("requests");
    this.files = inMemory ? null : RequestLogFiles.open(folder, chosen.requestLogBytes());
    ValueHash hash = inMemory ? passing() : RequestLogFiles.secret(folder);
    this.telemetry =
        new Telemetry(
            node.engine(),
            options.account().name(),
            chosen.metricsContainers(),
            new RequestLog(chosen.requestLogEvery(), files, hash, chosen.requestLogHashes()));
    URI endpoint = chosen.otlpEndpoint();
    long startMillis = node.engine().clock().millis();
    this.otlp =
        endpoint == null
            ? null
            : new OtlpExport(
                endpoint,
                chosen.otlpMillis(),
                () -> telemetry.metrics().otlpJson(Version.current(), startMillis));
  }

  /** For entries that end with the process. */
  private static ValueHash passing() {
    byte[] secret = new byte[ValueHash.SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    return new ValueHash(secret);
  }

  Telemetry telemetry() {
    return telemetry;
  }

  @Override
  public void close() {
    if (otlp != null) {
      otlp.close();
    }
    if (files != null) {
      files.close();
    }
  }
}
