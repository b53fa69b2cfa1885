package dev.partita.admin.partitions;

import dev.partita.base.bytes.KeyRange;
import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.PhysicalPartition;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.SizeCursor;
import dev.partita.throughput.LargestKeys;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Tells the lists of largest keys what was stored before they began, since they hear of writes
 * only: after a start, and after a split. Each is told once, when somebody looks; one look goes
 * through a bounded number of keys, and the next one goes on. Safe for any number of threads.
 */
final class StoredSizes {

  private static final int KEYS_PER_LOOK = 200_000;
  private static final int KEPT = 64;
  private static final int KEYS_COUNTED = 1_000;

  private record Stored(LogicalKey key, long sizeBytes) {}

  private final Set<LargestKeys> told =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  void tell(Container container, List<OwnedPartition> partitions) {
    long keysLeft = KEYS_PER_LOOK;
    for (OwnedPartition owned : partitions) {
      if (keysLeft > 0 && told.add(owned.largest())) {
        keysLeft -= tell(container, owned);
      }
    }
  }

  /** How many keys a container has, as far as can be counted each time somebody looks. */
  static KeySpread.Keys count(Container container) {
    long count = 0;
    try (SizeCursor sizes = container.segments().reader(ReadOptions.ANY).sizes(KeyRange.ALL)) {
      while (sizes.next()) {
        if (sizes.size().recordCount() > 0 && count++ == KEYS_COUNTED) {
          return new KeySpread.Keys(KEYS_COUNTED, true);
        }
      }
    }
    return new KeySpread.Keys(count, false);
  }

  /** A partition with more keys than one look may see has its list from the first of them. */
  private static long tell(Container container, OwnedPartition owned) {
    PriorityQueue<Stored> largest =
        new PriorityQueue<>(Comparator.comparingLong(Stored::sizeBytes));
    long seen = 0;
    PhysicalPartition partition = owned.partition();
    try (SizeCursor sizes =
        partition.reader(ReadOptions.ANY).sizes(partition.descriptor().positions())) {
      while (seen < KEYS_PER_LOOK && sizes.next()) {
        seen++;
        long bytes = sizes.size().sizeBytes();
        Stored smallest = largest.peek();
        if (largest.size() < KEPT || smallest == null || bytes > smallest.sizeBytes()) {
          largest.add(new Stored(sizes.key(), bytes));
          if (largest.size() > KEPT) {
            largest.poll();
          }
        }
      }
    }
    for (Stored each : largest) {
      String key = container.definition().scheme().partitionKey(each.key()).toJson();
      owned.largest().reportIfUnknown(key, each.sizeBytes());
    }
    return seen;
  }
}
