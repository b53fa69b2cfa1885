package dev.partita.admin.partitions;

import dev.partita.base.bytes.KeyRange;
import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.LogicalSize;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
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
    try (Cursor cursor =
        container.store().scan(Family.STATE, container.keys().logicalStates(KeyRange.ALL))) {
      while (cursor.next()) {
        if (LogicalSize.decode(cursor.value()).recordCount() > 0 && count++ == KEYS_COUNTED) {
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
    try (Cursor cursor =
        container
            .store()
            .scan(
                Family.STATE,
                container.keys().logicalStates(owned.partition().descriptor().positions()))) {
      while (seen < KEYS_PER_LOOK && cursor.next()) {
        seen++;
        long bytes = LogicalSize.decode(cursor.value()).sizeBytes();
        Stored smallest = largest.peek();
        if (largest.size() < KEPT || smallest == null || bytes > smallest.sizeBytes()) {
          largest.add(new Stored(container.keys().parseLogicalState(cursor.key()), bytes));
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
