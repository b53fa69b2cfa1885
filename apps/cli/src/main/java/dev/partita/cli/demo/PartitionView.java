package dev.partita.cli.demo;

import dev.partita.client.Client;
import dev.partita.client.Texts;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the server says of the partitions of a container. */
record PartitionView(Place place, double ruPerSecond, List<Partition> partitions) {

  /**
   * One partition.
   *
   * @param share what it may spend a second
   * @param spent what it spent in the last one
   * @param usedPercent how much of what it may spend that was, at its busiest
   * @param throttled how many requests it refused in the last minute
   * @param hotKey the key for which it refuses some at the moment; empty if there is none
   */
  record Partition(
      String id, double share, double spent, double usedPercent, long throttled, String hotKey) {

    Partition withHotKey(String key) {
      return new Partition(id, share, spent, usedPercent, throttled, key);
    }
  }

  /** The same with the keys that partitions refuse requests for, by the ids of these. */
  PartitionView withHotKeys(Map<String, String> keys) {
    return new PartitionView(
        place,
        ruPerSecond,
        partitions.stream()
            .map(each -> each.withHotKey(keys.getOrDefault(each.id(), "")))
            .toList());
  }

  static PartitionView nothing(Place place) {
    return new PartitionView(place, 0, List.of());
  }

  static PartitionView read(Client client, Place place) {
    JsonObject answer = client.require(place.partitions("GET")).object();
    var partitions = new ArrayList<Partition>();
    if (answer.at("partitions") instanceof JsonArray list) {
      for (JsonValue each : list) {
        if (each instanceof JsonObject partition) {
          partitions.add(
              new Partition(
                  Texts.plain(partition.at("id")),
                  number(partition, "ruPerSecond"),
                  number(partition, "ruLastSecond"),
                  number(partition, "normalisedPercent"),
                  (long) number(partition, "throttledLastMinute"),
                  ""));
        }
      }
    }
    double ruPerSecond = partitions.stream().mapToDouble(Partition::share).sum();
    return new PartitionView(place, ruPerSecond, List.copyOf(partitions));
  }

  private static double number(JsonObject object, String name) {
    return object.at(name) instanceof JsonNumber number ? number.doubleValue() : 0;
  }
}
