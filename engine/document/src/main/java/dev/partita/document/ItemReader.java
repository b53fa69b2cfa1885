package dev.partita.document;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.time.Clock;
import dev.partita.container.Container;
import dev.partita.container.Jobs;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.catalogue.Reindexing;
import dev.partita.container.key.PartitionKey;
import dev.partita.index.IndexReader;
import dev.partita.index.Indexes;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.RecordKey;
import dev.partita.partition.RecordReader;
import dev.partita.partition.SegmentReader;
import dev.partita.partition.SegmentSnapshot;
import dev.partita.partition.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The items among the records of one container: what a reader of a partition or of a segment shows,
 * without those that have expired. Nothing is admitted or charged here. Safe for use by any number
 * of threads.
 *
 * <p>The place of an item is the key of its record. Places have the order of their positions,
 * partition keys and ids; what follows a place comes right after it with a zero byte.
 */
public final class ItemReader {

  private final Container container;
  private final Supplier<ItemSettings> settings;
  private final Clock clock;
  private final Jobs jobs;

  /**
   * @param clock by which items expire
   * @param jobs which tell how far the index is
   */
  ItemReader(Container container, Supplier<ItemSettings> settings, Clock clock, Jobs jobs) {
    this.container = container;
    this.settings = settings;
    this.clock = clock;
    this.jobs = jobs;
  }

  /** Where an item is, or would be. */
  public byte[] place(PartitionKey key, String id) {
    return RecordKey.encode(logicalKey(key), settings.get().names().require(id));
  }

  /** Where the items of a partition key are. */
  public KeyRange places(PartitionKey key) {
    return RecordKey.range(logicalKey(key));
  }

  /** Where the items with a position in a range are. */
  public KeyRange places(KeyRange positions) {
    return RecordKey.range(positions);
  }

  /** The items of a container as they are at the moment of each read, or a little before. */
  public SegmentReader newest() {
    if (container.forwarding() == null) {
      return container.segments().reader(ReadOptions.LEADER);
    }
    // Once for all that is read: what comes after it is at least as new.
    container.catchUp();
    return container.segments().reader(ReadOptions.ANY);
  }

  /** The item at a place; null if there is none any more or it has expired. */
  public @Nullable StoredItem find(RecordReader reader, byte[] place) {
    ItemSettings current = settings.get();
    StoredItem item = StoredItem.of(reader.get(place), current.properties());
    return item == null || isExpired(item, current, nowMillis()) ? null : item;
  }

  /** The items at places, in the order of the places, read at one go; null where there is none. */
  public List<@Nullable StoredItem> findAll(RecordReader reader, List<byte[]> places) {
    ItemSettings current = settings.get();
    long nowMillis = nowMillis();
    List<@Nullable StoredItem> found = new ArrayList<>(places.size());
    for (StoredRecord record : reader.getAll(places)) {
      StoredItem item = StoredItem.of(record, current.properties());
      found.add(item == null || isExpired(item, current, nowMillis) ? null : item);
    }
    return found;
  }

  /**
   * The items in a range of places, in order.
   *
   * @param after where an earlier scan stood; null to start at the beginning
   */
  public ItemScan scan(RecordReader reader, KeyRange places, byte @Nullable [] after) {
    return new ItemScan(settings.get(), reader.scan(places), nowMillis(), after);
  }

  /** Whether there is such an item, though nobody is to see it any more. */
  boolean isExpired(RecordReader reader, RecordKey key) {
    ItemSettings current = settings.get();
    StoredItem item = StoredItem.of(reader.get(key.encoded()), current.properties());
    return item != null && isExpired(item, current, nowMillis());
  }

  /** What of the container's index may be used at the moment. */
  public Indexes indexes() {
    return indexes(container.record());
  }

  /** The container as it is now, with what of its index may be used; the caller closes it. */
  public IndexedSnapshot indexedSnapshot(ReadOptions options) {
    while (true) {
      ContainerRecord record = container.record();
      SegmentSnapshot snapshot = container.segments().snapshot(options);
      // Writers go by the record in memory: if it is the same before and after, it was meanwhile.
      if (record.version() == container.record().version()) {
        return new IndexedSnapshot(snapshot, indexes(record), new IndexReader(snapshot));
      }
      snapshot.close();
    }
  }

  /** How far the index follows the indexing policy, in percent: 100 when it is as it says. */
  public int indexProgressPercent() {
    Reindexing underWay = container.record().reindexing();
    if (underWay == null) {
      return 100;
    }
    long items =
        container.partitions().stream()
            .mapToLong(owned -> owned.partition().state().recordCount())
            .sum();
    long done =
        jobs.current(IndexTransformation.NAME, container.number())
            .map(job -> IndexTransformation.done(job, underWay))
            .orElse(0L);
    return (int) Math.min(99, done * 100 / Math.max(1, items));
  }

  private static Indexes indexes(ContainerRecord record) {
    Reindexing underWay = record.reindexing();
    return new Indexes(
        record.definition().indexing(), underWay == null ? List.of() : underWay.earlier());
  }

  private static boolean isExpired(StoredItem item, ItemSettings settings, long nowMillis) {
    return item.isExpired(settings.defaultTtlSeconds(), nowMillis);
  }

  private long nowMillis() {
    return clock.millis();
  }

  private LogicalKey logicalKey(PartitionKey key) {
    return container.definition().scheme().logicalKey(key);
  }
}
