package dev.partita.telemetry;

import dev.partita.base.time.IsoTime;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;

/**
 * One request and what became of it: docs/formats/request-log.md.
 *
 * @param partition the id of the physical partition that served it; empty if it was several
 * @param bytes the length of the answer's body
 */
record RequestEntry(
    long atMillis,
    String api,
    String operation,
    String database,
    String container,
    String partition,
    String key,
    int status,
    int subStatus,
    double ru,
    double millis,
    int bytes) {

  JsonObject toJson() {
    return JsonObject.builder()
        .put("at", IsoTime.text(atMillis))
        .put("api", api)
        .put("operation", operation)
        .put("database", database)
        .put("container", container)
        .put("partition", partition)
        .put("key", key)
        .put("status", status)
        .put("subStatus", subStatus)
        .put("ru", JsonNumber.of(ru))
        .put("millis", JsonNumber.of(Math.round(millis * 1000) / 1000.0))
        .put("bytes", bytes)
        .build();
  }
}
