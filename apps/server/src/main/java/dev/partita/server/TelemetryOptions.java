package dev.partita.server;

import dev.partita.protocol.setting.SettingValues;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * What the server tells of itself and of its requests, and to whom.
 *
 * @param metricsContainers how many containers have metrics of their own
 * @param requestLogEvery one in how many requests is logged; 0 for none
 * @param requestLogBytes how much the files of the request log may take; 0 for no files
 * @param requestLogHashes whether it has hashes for partition keys and the values of filters
 * @param otlpEndpoint the collector to send metrics to; null for none
 * @param otlpMillis how often
 */
public record TelemetryOptions(
    int metricsContainers,
    int requestLogEvery,
    long requestLogBytes,
    boolean requestLogHashes,
    @Nullable URI otlpEndpoint,
    long otlpMillis) {

  static TelemetryOptions from(SettingValues values) {
    return new TelemetryOptions(
        values.of(ServerSettings.METRICS_CONTAINERS),
        values.of(ServerSettings.REQUEST_LOG_EVERY),
        values.of(ServerSettings.REQUEST_LOG_BYTES),
        values.of(ServerSettings.REQUEST_LOG_HASHES),
        values.of(ServerSettings.OTLP_ENDPOINT).map(URI::create).orElse(null),
        values.of(ServerSettings.OTLP_MILLIS));
  }
}
