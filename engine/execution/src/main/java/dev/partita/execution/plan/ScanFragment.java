package dev.partita.execution.plan;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.map.PartitionScheme;
import dev.partita.document.ItemScan;
import dev.partita.document.Items;
import dev.partita.index.IndexScan;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.PartitionState;
import dev.partita.partition.RecordKey;
import dev.partita.partition.SegmentReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of the scope of a query that lies in one physical partition. Splits move no data, so a
 * page reads its fragments to the end even if partitions split meanwhile.
 *
 * @param lsn what the partition had reached when the fragment was made: a snapshot that is taken
 *     later has all of it
 * @param records the keys of its items
 * @param key the partition key, if it is one logical partition and not a range of positions
 * @param logical where that lies
 */
public record ScanFragment(
    OwnedPartition owner,
    long lsn,
    KeyRange positions,
    KeyRange records,
    @Nullable PartitionKey key,
    @Nullable LogicalKey logical) {

  /**
   * The fragments of a scope, in the order of their positions; none if it has no positions.
   *
   * @throws DatabaseException BAD_REQUEST if the container has no such keys
   */
  public static List<ScanFragment> of(Container container, QueryScope scope) {
    return switch (scope) {
      case QueryScope.Everything _ -> of(container, List.of(KeyRange.ALL));
      case QueryScope.Positions(List<KeyRange> ranges) -> of(container, merged(ranges));
      case QueryScope.Key(PartitionKey key) when isWhole(container, key) -> {
        var logical = container.definition().scheme().logicalKey(key);
        OwnedPartition owner = container.owner(logical.position());
        yield List.of(
            new ScanFragment(
                owner,
                owner.partition().state().lsn(),
                container.definition().scheme().positions(key),
                RecordKey.range(logical),
                key,
                logical));
      }
      case QueryScope.Key(PartitionKey prefix) ->
          of(container, List.of(container.definition().scheme().positions(prefix)));
    };
  }

  private static boolean isWhole(Container container, PartitionKey key) {
    if (!(container.definition().scheme() instanceof PartitionScheme.Hashed(var definition))) {
      return true;
    }
    if (key.size() > definition.paths().size() || key.size() == 0) {
      throw DatabaseException.badRequest("The partition key does not fit the container's paths.")
          .with("partitionKey", key)
          .with("paths", definition.paths());
    }
    return key.size() == definition.paths().size();
  }

  private static List<ScanFragment> of(Container container, List<KeyRange> ranges) {
    List<ScanFragment> fragments = new ArrayList<>();
    for (KeyRange range : ranges) {
      for (OwnedPartition owner : container.owners(range)) {
        KeyRange part = range.intersect(owner.partition().descriptor().positions());
        if (!part.isEmpty()) {
          long lsn = owner.partition().state().lsn();
          fragments.add(new ScanFragment(owner, lsn, part, RecordKey.range(part), null, null));
        }
      }
    }
    return fragments;
  }

  /** The same positions as ranges that are in order and apart. */
  private static List<KeyRange> merged(List<KeyRange> ranges) {
    List<KeyRange> sorted =
        ranges.stream()
            .filter(range -> !range.isEmpty())
            .sorted(Comparator.comparing(KeyRange::start, Bytes.ORDER))
            .toList();
    List<KeyRange> merged = new ArrayList<>();
    for (KeyRange range : sorted) {
      KeyRange last = merged.isEmpty() ? null : merged.getLast();
      if (last == null
          || (last.end() != null && Bytes.ORDER.compare(last.end(), range.start()) < 0)) {
        merged.add(range);
      } else if (last.end() != null
          && (range.end() == null || Bytes.ORDER.compare(range.end(), last.end()) > 0)) {
        merged.set(merged.size() - 1, new KeyRange(last.start(), range.end()));
      }
    }
    return merged;
  }

  /** A part of one that is not a logical partition: the records of some of its positions. */
  public ScanFragment part(KeyRange someOfPositions, KeyRange someOfRecords) {
    return new ScanFragment(owner, lsn, someOfPositions, someOfRecords, null, null);
  }

  /** Its items in the order of their keys, from the beginning or behind a key. */
  public ItemScan scan(Items items, SegmentReader reader, byte @Nullable [] after) {
    return items.reader().scan(reader, records, after);
  }

  /** The same entries of the index, as far as their items are here. */
  public IndexScan within(IndexScan scan) {
    return logical == null ? scan.within(positions) : scan.within(logical);
  }

  /** The entries of the index whose items are in some fragments or between them. */
  public static IndexScan around(List<ScanFragment> fragments, IndexScan scan) {
    return fragments.size() == 1
        ? fragments.getFirst().within(scan)
        : scan.within(
            new KeyRange(
                fragments.getFirst().positions().start(), fragments.getLast().positions().end()));
  }

  /** About how many bytes a record has. */
  public long usualBytes() {
    PartitionState state = owner.partition().state();
    return state.sizeBytes() / Math.max(1, state.recordCount());
  }

  public boolean isBehind(byte[] place) {
    return Bytes.ORDER.compare(place, records.start()) <= 0;
  }

  public boolean isBefore(byte[] place) {
    byte[] end = records.end();
    return end != null && Bytes.ORDER.compare(end, place) <= 0;
  }
}
