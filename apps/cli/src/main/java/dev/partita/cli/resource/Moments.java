package dev.partita.cli.resource;

import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import java.time.Instant;

/** Times as resources have them. */
final class Moments {

  private Moments() {}

  /** When the resource was last changed. */
  static String changed(JsonObject resource) {
    return resource.at("_ts") instanceof JsonNumber seconds
        ? Instant.ofEpochSecond(seconds.longValue()).toString()
        : "-";
  }
}
