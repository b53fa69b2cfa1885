package dev.partita.cli.demo;

import dev.partita.client.Client;
import dev.partita.client.ValueText;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Partitions of a container as the admin API describes them. Immutable. */
record PartitionView(DemoContainer container, double ruPerSecond, List<Partition> partitions) {

  /**
   * One partition.
   *
   * @param share its share of the throughput in RU/s
   * @param spent RU spent in the last second
   * @param usedPercent highest use of its share in percent
   * @param throttled number of requests refused in the last minute
   * @param hotKey key for which it refuses requests at the moment; empty if there is none
   */
  record Partition(
      String id, double share, double spent, double usedPercent, long throttled, String hotKey) {

    Partition withHotKey(String key) {
      return new Partition(id, share, spent, usedPercent, throttled, key);
    }
  }

  /** Returns a copy with the hot keys of throttled partitions, given by partition id. */
  PartitionView withHotKeys(Map<String, String> keys) {
    return new PartitionView(
        container,
        ruPerSecond,
        partitions.stream()
            .map(each -> each.withHotKey(keys.getOrDefault(each.id(), "")))
            .toList());
  }

  static PartitionView nothing(DemoContainer container) {
    return new PartitionView(container, 0, List.of());
  }

  static PartitionView read(Client client, DemoContainer container) {
    JsonObject response = client.require(container.partitions("GET")).object();
    var partitions = new ArrayList<Partition>();
    if (response.at("partitions") instanceof JsonArray list) {
      for (JsonValue each : list) {
        if (each instanceof JsonObject partition) {
          partitions.add(
              new Partition(
                  ValueText.plain(partition.at("id")),
                  number(partition, "ruPerSecond"),
                  number(partition, "ruLastSecond"),
                  number(partition, "normalisedPercent"),
                  (long) number(partition, "throttledLastMinute"),
                  ""));
        }
      }
    }
    double ruPerSecond = partitions.stream().mapToDouble(Partition::share).sum();
    return new PartitionView(container, ruPerSecond, List.copyOf(partitions));
  }

  private static double number(JsonObject object, String name) {
    return object.at(name) instanceof JsonNumber number ? number.doubleValue() : 0;
  }
}
