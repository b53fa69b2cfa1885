package dev.partita.server;

import java.net.URI;
import java.util.EnumMap;
import org.jspecify.annotations.Nullable;

/**
 * What the server tells of itself and of its requests, and to whom.
 *
 * @param metricsContainers how many containers have metrics of their own
 * @param requestLogEvery one in how many requests is logged; 0 for none
 * @param requestLogBytes how much the files of the request log may take; 0 for no files
 * @param otlpEndpoint the collector to send metrics to; null for none
 * @param otlpMillis how often
 */
public record TelemetryOptions(
    int metricsContainers,
    int requestLogEvery,
    long requestLogBytes,
    @Nullable URI otlpEndpoint,
    long otlpMillis) {

  static final long LOG_BYTES_MIN = 1 << 16;

  static TelemetryOptions from(EnumMap<Setting, SettingValue> values) {
    SettingValue bytes = ServerOptions.value(values, Setting.REQUEST_LOG_BYTES);
    long logBytes = bytes.text().equals("0") ? 0 : bytes.wholeNumber(LOG_BYTES_MIN, Long.MAX_VALUE);
    SettingValue otlp = ServerOptions.value(values, Setting.OTLP_ENDPOINT);
    return new TelemetryOptions(
        ServerOptions.value(values, Setting.METRICS_CONTAINERS).wholeNumber(0, 100_000),
        ServerOptions.value(values, Setting.REQUEST_LOG_EVERY).wholeNumber(0, Integer.MAX_VALUE),
        logBytes,
        otlp.isEmpty() ? null : URI.create(otlp.endpoint()),
        ServerOptions.value(values, Setting.OTLP_MILLIS).wholeNumber(100L, Integer.MAX_VALUE));
  }
}
