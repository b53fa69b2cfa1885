package dev.partita.cli.resource;

import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import java.time.Instant;

/** Times of resources, formatted for output. Pure functions. */
final class Moments {

  private Moments() {}

  /** Time of the last change of a resource. */
  static String changed(JsonObject resource) {
    return resource.at("_ts") instanceof JsonNumber seconds
        ? Instant.ofEpochSecond(seconds.longValue()).toString()
        : "-";
  }
}
