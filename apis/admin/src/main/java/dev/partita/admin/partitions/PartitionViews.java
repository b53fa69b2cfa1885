package dev.partita.admin.partitions;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.time.Clock;
import dev.partita.container.Container;
import dev.partita.container.EngineLimits;
import dev.partita.container.OwnedPartition;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.map.PartitionScheme;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonObject;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.LogicalSize;
import dev.partita.partition.PartitionState;
import dev.partita.partition.ReadOptions;
import dev.partita.telemetry.ContainerNames;
import dev.partita.throughput.HotKey;
import dev.partita.throughput.LargestKeys.LargeKey;
import dev.partita.throughput.Load;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What the partitions of a container are and do at this moment, as documents. Safe for use by any
 * number of threads.
 */
public final class PartitionViews {

  private static final int KEYS_MAX = 10;

  private record Hot(HotKey key, int partition, double ruPerSecond) {}

  private record Large(LargeKey key, int partition) {}

  private final Catalogue catalogue;
  private final Clock clock;
  private final EngineLimits limits;
  private final ContainerNames names;
  private final Operations operations;
  private final StoredSizes storedSizes = new StoredSizes();

  public PartitionViews(
      Catalogue catalogue,
      Clock clock,
      EngineLimits limits,
      ContainerNames names,
      Operations operations) {
    this.catalogue = catalogue;
    this.clock = clock;
    this.limits = limits;
    this.names = names;
    this.operations = operations;
  }

  public JsonObject partitions(Container container) {
    List<OwnedPartition> partitions = container.partitions();
    storedSizes.tell(container, partitions);
    List<JsonObject> documents = new ArrayList<>(partitions.size());
    List<Hot> hottest = new ArrayList<>();
    List<Large> largest = new ArrayList<>();
    for (OwnedPartition owned : partitions) {
      Load load = owned.admission().load();
      documents.add(document(container, owned, load));
      if (load.minuteRequests() > 0) {
        for (HotKey key : owned.admission().hotKeys().top(KEYS_MAX)) {
          // The sketch forgets slowly; what a key has of the last minute is its share of it.
          double ruPerSecond = key.sharePercent() / 100 * load.minuteRuPerSecond();
          hottest.add(new Hot(key, owned.number(), ruPerSecond));
        }
      }
      owned.largest().top(KEYS_MAX).forEach(key -> largest.add(new Large(key, owned.number())));
    }
    hottest.sort(Comparator.comparingDouble(Hot::ruPerSecond).reversed());
    largest.sort(Comparator.comparingLong((Large each) -> each.key().sizeBytes()).reversed());
    return JsonObject.builder()
        .put("database", names.databaseOf(container).orElse(""))
        .put("container", container.record().name())
        .put("at", Texts.time(clock.millis()))
        .put("partitionKey", partitionKey(container))
        .put("throughput", Throughput.of(catalogue, container))
        .put("limits", limits(limits))
        .put("keySpread", spread(container, partitions, largest).toJson())
        .put("partitions", JsonArray.of(documents))
        .put(
            "hottestKeys",
            JsonArray.of(hottest.stream().limit(KEYS_MAX).map(PartitionViews::hot).toList()))
        .put(
            "largestKeys", JsonArray.of(largest.stream().limit(KEYS_MAX).map(this::large).toList()))
        .build();
  }

  private KeySpread spread(
      Container container, List<OwnedPartition> partitions, List<Large> largest) {
    long items = 0;
    List<KeySpread.Part> parts = new ArrayList<>(partitions.size());
    for (OwnedPartition owned : partitions) {
      PartitionState state = owned.partition().state();
      items += state.recordCount();
      parts.add(
          new KeySpread.Part(
              Integer.toString(owned.number()),
              state.sizeBytes(),
              container.definition().scheme().width(owned.partition().descriptor().positions())));
    }
    KeySpread.LargestKey first =
        largest.isEmpty()
            ? null
            : new KeySpread.LargestKey(
                Texts.key(largest.getFirst().key().key()), largest.getFirst().key().sizeBytes());
    return new KeySpread(
        parts, StoredSizes.count(container), first, items, limits.logicalPartitionBytes());
  }

  /** The limits of partitions, logical and physical. */
  public static JsonObject limits(EngineLimits limits) {
    return JsonObject.builder()
        .put("logicalPartitionBytes", limits.logicalPartitionBytes())
        .put("partitionBytes", limits.physicalPartitionBytes())
        .put("partitionRuPerSecond", limits.throughput().ruPerPartition())
        .build();
  }

  private static JsonObject partitionKey(Container container) {
    return switch (container.definition().scheme()) {
      case PartitionScheme.Hashed(var definition) -> definition.toJson();
      case PartitionScheme scheme ->
          JsonObject.builder()
              .put("paths", JsonArray.EMPTY)
              .put("kind", scheme.toJson().at("kind"))
              .put("version", 1)
              .build();
    };
  }

  private JsonObject document(Container container, OwnedPartition owned, Load load) {
    var descriptor = owned.partition().descriptor();
    PartitionState state = owned.partition().state();
    String operation = operations.running(container.number(), owned.number());
    return JsonObject.builder()
        .put("id", Texts.id(owned.number()))
        .put("parents", Texts.ids(descriptor.parents()))
        .put("min", Texts.min(descriptor.positions()))
        .put("max", Texts.max(descriptor.positions()))
        .put("storageBytes", state.sizeBytes())
        .put("items", state.recordCount())
        .put("ruPerSecond", Texts.rounded(owned.admission().budget().rate().requestUnits()))
        .put("ruLastSecond", Texts.rounded(load.lastSecond().requestUnits()))
        .put("ruLastMinute", Texts.rounded(load.minuteRuPerSecond()))
        .put("normalisedPercent", Texts.rounded(load.normalisedPercent()))
        .put("requestsLastMinute", load.minuteRequests())
        .put("throttledLastMinute", load.minuteThrottled())
        .put(
            "reshaping",
            operation == null
                ? JsonNull.NULL
                : JsonObject.builder().put("operation", operation).build())
        .build();
  }

  private static JsonObject hot(Hot hot) {
    return JsonObject.builder()
        .put("key", Texts.key(hot.key().key()))
        .put("partition", Texts.id(hot.partition()))
        .put("ruPerSecond", Texts.rounded(hot.ruPerSecond()))
        .put("sharePercent", Texts.rounded(hot.key().sharePercent()))
        .build();
  }

  private JsonObject large(Large large) {
    long bytes = large.key().sizeBytes();
    return JsonObject.builder()
        .put("key", Texts.key(large.key().key()))
        .put("partition", Texts.id(large.partition()))
        .put("storageBytes", bytes)
        .put("ofLimitPercent", Texts.rounded(100.0 * bytes / limits.logicalPartitionBytes()))
        .build();
  }

  /** Where the items of a partition key are, and how much they take. */
  public JsonObject locate(Container container, String key) {
    PartitionKey parsed = parse(container, key);
    LogicalKey logical = container.definition().scheme().logicalKey(parsed);
    OwnedPartition owner = container.owner(logical.position());
    LogicalSize size = owner.partition().reader(ReadOptions.ANY).size(logical);
    return JsonObject.builder()
        .put("key", Texts.key(parsed))
        .put("epk", Bytes.hex(logical.position()))
        .put("partition", Texts.id(owner.number()))
        .put("exists", size.recordCount() > 0)
        .put("storageBytes", size.sizeBytes())
        .put("items", size.recordCount())
        .build();
  }

  /** A full partition key of the container, from its text. */
  static PartitionKey parse(Container container, String key) {
    return container.definition().scheme() instanceof PartitionScheme.Hashed(var definition)
        ? definition.parse(key)
        : PartitionKey.parse(key);
  }
}
