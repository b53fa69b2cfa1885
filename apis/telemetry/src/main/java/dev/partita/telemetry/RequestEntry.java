package dev.partita.telemetry;

import dev.partita.base.time.IsoTime;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import java.util.List;

/**
 * One request and what became of it: docs/formats/request-log.md.
 *
 * @param weight how many requests it stands for
 * @param keyHashes of the components of the partition key, where the key itself is not to be seen
 * @param partition the id of the physical partition that served it; empty if it was several
 * @param bytes the length of the answer's body
 */
record RequestEntry(
    long atMillis,
    int weight,
    String api,
    String operation,
    String database,
    String container,
    String partition,
    String key,
    List<String> keyHashes,
    int status,
    int subStatus,
    double ru,
    double millis,
    int bytes,
    RequestDetail detail) {

  JsonObject toJson(DetailJson details) {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("at", IsoTime.text(atMillis))
            .put("weight", weight)
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
            .put("bytes", bytes);
    if (!keyHashes.isEmpty()) {
      json.put("keyHashes", DetailJson.strings(keyHashes));
    }
    details.put(detail, json);
    return json.build();
  }
}
