package dev.partita.partition;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A memory of the sizes of logical partitions that were written to lately, for all partitions of a
 * node: every write needs one, and would have to read it from the store. Bounded; a key that falls
 * on the place of another takes it. Safe for use by any number of threads.
 *
 * <p>What must stay true: it knows nothing that is not durable, and of each logical partition it is
 * told by the partition in charge alone, one write after the other. So it is never behind.
 */
public final class LogicalSizes {

  private static final int PLACES = 1 << 16;

  private record Entry(int container, LogicalKey key, LogicalSize size) {}

  private final AtomicReferenceArray<@Nullable Entry> entries = new AtomicReferenceArray<>(PLACES);

  @Nullable LogicalSize get(int container, LogicalKey key) {
    Entry entry = entries.get(place(container, key));
    return entry != null && entry.container == container && entry.key.equals(key)
        ? entry.size
        : null;
  }

  void put(int container, LogicalKey key, LogicalSize size) {
    entries.set(place(container, key), new Entry(container, key, size));
  }

  private static int place(int container, LogicalKey key) {
    int hash = (31 * key.hashCode() + container) * 0x9E3779B9;
    return hash >>> (Integer.SIZE - Integer.numberOfTrailingZeros(PLACES));
  }
}
