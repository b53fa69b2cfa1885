package dev.partita.nosql;

import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.throughput.LargestKeys;

/** What the partitions of a container hold, and which of their keys hold most of it. */
final class ContainerStatistics {

  private static final int KEYS_MAX = 3;

  private ContainerStatistics() {}

  static JsonArray of(Container container) {
    return JsonArray.of(
        container.partitions().stream().map(ContainerStatistics::partition).toList());
  }

  private static JsonObject partition(OwnedPartition owned) {
    return JsonObject.builder()
        .put("id", Integer.toString(owned.number()))
        .put("sizeInKB", kilobytes(owned.partition().state().sizeBytes()))
        .put("documentCount", owned.partition().state().recordCount())
        .put(
            "partitionKeys",
            JsonArray.of(
                owned.largest().top(KEYS_MAX).stream().map(ContainerStatistics::key).toList()))
        .build();
  }

  private static JsonObject key(LargestKeys.LargeKey large) {
    return JsonObject.builder()
        .put("partitionKey", JsonReader.DEFAULT.read(large.key()))
        .put("sizeInKB", kilobytes(large.sizeBytes()))
        .build();
  }

  /** Rounded up: what is there does not count as nothing. */
  private static long kilobytes(long bytes) {
    return Math.ceilDiv(bytes, 1024);
  }
}
