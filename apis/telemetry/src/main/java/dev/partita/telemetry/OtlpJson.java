package dev.partita.telemetry;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Metrics as OTLP has them in JSON: the body of a request to {@code /v1/metrics} of a collector.
 * Numbers of 64 bits are texts there.
 */
final class OtlpJson {

  /** Sums since the start, not since the last time. */
  private static final int CUMULATIVE = 2;

  private final JsonString start;
  private final JsonString now;

  private OtlpJson(long startMillis, long nowMillis) {
    this.start = nanos(startMillis);
    this.now = nanos(nowMillis);
  }

  static JsonObject of(List<Family> families, String version, long startMillis, long nowMillis) {
    OtlpJson writer = new OtlpJson(startMillis, nowMillis);
    List<JsonObject> metrics = new ArrayList<>();
    for (Family family : families) {
      if (!family.samples().isEmpty()) {
        metrics.add(writer.metric(family));
      }
    }
    JsonObject scope = JsonObject.builder().put("name", "partita").put("version", version).build();
    JsonObject resource =
        JsonObject.builder()
            .put(
                "attributes",
                attributes(Family.labels("service.name", "partita", "service.version", version)))
            .build();
    JsonObject scopeMetrics =
        JsonObject.builder().put("scope", scope).put("metrics", JsonArray.of(metrics)).build();
    JsonObject resourceMetrics =
        JsonObject.builder()
            .put("resource", resource)
            .put("scopeMetrics", JsonArray.of(scopeMetrics))
            .build();
    return JsonObject.of("resourceMetrics", JsonArray.of(resourceMetrics));
  }

  private JsonObject metric(Family family) {
    JsonArray points = JsonArray.of(family.samples().stream().map(this::point).toList());
    JsonObject.Builder data = JsonObject.builder().put("dataPoints", points);
    JsonObject.Builder metric =
        JsonObject.builder().put("name", family.name()).put("description", family.help());
    return switch (family.type()) {
      case COUNTER ->
          metric
              .put(
                  "sum",
                  data.put("aggregationTemporality", CUMULATIVE).put("isMonotonic", true).build())
              .build();
      case GAUGE -> metric.put("gauge", data.build()).build();
      case HISTOGRAM ->
          metric.put("histogram", data.put("aggregationTemporality", CUMULATIVE).build()).build();
    };
  }

  private JsonObject point(Family.Sample sample) {
    JsonObject.Builder point =
        JsonObject.builder()
            .put("attributes", attributes(sample.labels()))
            .put("startTimeUnixNano", start)
            .put("timeUnixNano", now);
    return switch (sample) {
      case Family.Value(_, double value) -> point.put("asDouble", JsonNumber.of(value)).build();
      case Family.Distribution distribution -> {
        long count = 0;
        List<JsonValue> buckets = new ArrayList<>();
        for (long bucket : distribution.counts()) {
          count += bucket;
          buckets.add(JsonString.of(Long.toString(bucket)));
        }
        List<JsonValue> bounds = new ArrayList<>();
        for (double bound : distribution.bounds()) {
          bounds.add(JsonNumber.of(bound));
        }
        yield point
            .put("count", Long.toString(count))
            .put("sum", JsonNumber.of(distribution.sum()))
            .put("bucketCounts", JsonArray.of(buckets))
            .put("explicitBounds", JsonArray.of(bounds))
            .build();
      }
    };
  }

  private static JsonArray attributes(List<Family.Label> labels) {
    return JsonArray.of(
        labels.stream()
            .map(
                label ->
                    JsonObject.builder()
                        .put("key", label.name())
                        .put("value", JsonObject.of("stringValue", JsonString.of(label.value())))
                        .build())
            .toList());
  }

  private static JsonString nanos(long millis) {
    return JsonString.of(Long.toString(TimeUnit.MILLISECONDS.toNanos(millis)));
  }
}
