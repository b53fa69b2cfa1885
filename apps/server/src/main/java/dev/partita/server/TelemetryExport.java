package dev.partita.server;

import dev.partita.telemetry.RequestLog;
import dev.partita.telemetry.Telemetry;
import java.net.URI;
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
    this.files =
        chosen.requestLogBytes() == 0 || options.inMemory()
            ? null
            : RequestLogFiles.open(options.data().resolve("requests"), chosen.requestLogBytes());
    this.telemetry =
        new Telemetry(
            node.engine(),
            options.account().name(),
            chosen.metricsContainers(),
            new RequestLog(chosen.requestLogEvery(), files));
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
