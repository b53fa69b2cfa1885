package dev.partita.admin.advice;

import dev.partita.advice.Subject;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.container.catalogue.ContainerModel;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.key.PartitionKind;
import dev.partita.container.map.PartitionScheme;
import dev.partita.document.Documents;
import dev.partita.document.ItemReader;
import dev.partita.document.ItemScan;
import dev.partita.document.Items;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonReader;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.PartitionDescriptor;
import dev.partita.throughput.ThroughputPool;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import java.util.function.ObjLongConsumer;

/** A container as advice looks at it. */
final class ContainerSource {

  /** The property that a ranged table's keys are said to be in. */
  private static final String KEY = "PartitionKey";

  private static final int ITEMS_PER_SLICE = 2_000;

  private final Container container;
  private final Items items;
  private final long logicalLimitBytes;

  /**
   * @throws DatabaseException UNSUPPORTED if what the container has are no documents as JSON
   */
  ContainerSource(Documents documents, Container container, long logicalLimitBytes) {
    if (!container.definition().model().name().equals(ContainerModel.DOCUMENT.name())) {
      throw new DatabaseException(
              ErrorCode.UNSUPPORTED, "Advice is for containers of documents, tables and graphs.")
          .with("container", container.record().name())
          .with("model", container.definition().model().name());
    }
    this.container = container;
    this.items = documents.items(container);
    this.logicalLimitBytes = logicalLimitBytes;
  }

  Subject subject(String name, long nowMillis) {
    List<OwnedPartition> partitions = container.partitions();
    long count = 0;
    long bytes = 0;
    List<byte[]> boundaries = new ArrayList<>();
    for (OwnedPartition owned : partitions) {
      count += owned.partition().state().recordCount();
      bytes += owned.partition().state().sizeBytes();
      PartitionDescriptor descriptor = owned.partition().descriptor();
      if (!boundaries.isEmpty() || descriptor.positions().start().length > 0) {
        boundaries.add(descriptor.positions().start());
      }
    }
    ThroughputPool pool = container.throughput();
    return new Subject(
        name,
        definition(),
        isRanged(),
        count,
        bytes,
        partitions.size(),
        pool == null ? 0 : (int) Math.min(Integer.MAX_VALUE, pool.settings().ruPerSecond()),
        boundaries,
        logicalLimitBytes,
        container.definition().uniqueKeys().stream()
            .map(unique -> unique.paths().stream().map(JsonPath::toString).toList())
            .toList(),
        nowMillis);
  }

  private boolean isRanged() {
    return container.definition().scheme() instanceof PartitionScheme.Ranged;
  }

  private PartitionKeyDefinition definition() {
    return container.definition().scheme() instanceof PartitionScheme.Hashed(var definition)
        ? definition
        : new PartitionKeyDefinition(List.of(JsonPath.of(KEY)), PartitionKind.RANGE, 2, false);
  }

  /**
   * Reads the documents once, in slices, so that nothing waits for it.
   *
   * @param most how many are taken at most, each with the same probability
   */
  void read(
      int most,
      ObjLongConsumer<JsonObject> each,
      DoubleConsumer progress,
      BooleanSupplier cancelled) {
    long total =
        Math.max(
            1,
            container.partitions().stream()
                .mapToLong(owned -> owned.partition().state().recordCount())
                .sum());
    double chance = Math.min(1, most / (double) total);
    SplittableRandom random = new SplittableRandom(4);
    ItemReader reader = items.reader();
    KeyRange places = reader.places(KeyRange.ALL);
    byte[] after = null;
    long read = 0;
    boolean more = true;
    while (more) {
      if (cancelled.getAsBoolean()) {
        throw new DatabaseException(ErrorCode.UNAVAILABLE, "The advice was cancelled.");
      }
      int taken = 0;
      try (ItemScan scan = reader.scan(reader.newest(), places, after)) {
        more = false;
        while (scan.next()) {
          if (chance >= 1 || random.nextDouble() < chance) {
            each.accept(document(scan), scan.jsonBytes());
          }
          read++;
          if (++taken == ITEMS_PER_SLICE) {
            after = scan.key();
            more = true;
            break;
          }
        }
      }
      progress.accept(Math.min(1, read / (double) total));
    }
  }

  private JsonObject document(ItemScan scan) {
    JsonObject document = (JsonObject) JsonReader.DEFAULT.read(scan.item().json());
    if (!isRanged()) {
      return document;
    }
    LogicalKey logical = scan.name().logical();
    PartitionKey key = container.definition().scheme().partitionKey(logical);
    return document.toBuilder().put(KEY, key.components().getFirst()).build();
  }
}
