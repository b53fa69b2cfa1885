package dev.partita.cli.resource;

import dev.partita.client.ValueText;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.Locale;
import java.util.Set;

/**
 * How a container's partition key fares, in words: from what the admin API says of its partitions.
 */
final class KeyHealth {

  private static final double HOT_PERCENT = 50;
  private static final double BUSY_PERCENT = 70;
  private static final Set<String> GRAVE = Set.of("warn", "bad");

  private KeyHealth() {}

  /**
   * @param partitions the answer to a request for a container's partitions
   */
  static String of(JsonObject partitions, String database, String container) {
    String hot = hot(partitions);
    JsonValue spread = partitions.at("keySpread");
    String text = spread instanceof JsonObject known ? ValueText.plain(known.at("text")) : "";
    boolean grave =
        spread instanceof JsonObject known && GRAVE.contains(ValueText.plain(known.at("verdict")));
    String remedy =
        grave || !hot.isEmpty() ? " Try: partita advise -d " + database + " -c " + container : "";
    return (text + (hot.isEmpty() ? "" : " " + hot) + remedy).strip();
  }

  /** A key that takes most of what its partition has, while that is busy; empty if none does. */
  private static String hot(JsonObject partitions) {
    if (!(partitions.at("hottestKeys") instanceof JsonArray keys)
        || keys.isEmpty()
        || !(keys.at(0) instanceof JsonObject hottest)
        || number(hottest, "sharePercent") < HOT_PERCENT) {
      return "";
    }
    String partition = ValueText.plain(hottest.at("partition"));
    boolean busy = false;
    if (partitions.at("partitions") instanceof JsonArray all) {
      for (JsonValue each : all) {
        busy |=
            each instanceof JsonObject one
                && one.at("id").equals(JsonString.of(partition))
                && number(one, "normalisedPercent") >= BUSY_PERCENT;
      }
    }
    return busy
        ? String.format(
            Locale.ROOT,
            "The key %s is hot: it takes %.0f %% of what partition %s may spend.",
            hottest.at("key"),
            number(hottest, "sharePercent"),
            partition)
        : "";
  }

  private static double number(JsonObject of, String name) {
    return of.at(name) instanceof JsonNumber number ? number.doubleValue() : 0;
  }
}
