package dev.partita.partition;

import java.util.Arrays;
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

  private static final int PLACES_BITS = 16;
  private static final int PLACES = 1 << PLACES_BITS;

  /** The bytes of the slot are at hand, so that finding an entry means following few references. */
  private record Entry(byte[] key, long sizeBytes, long recordCount) {}

  private final AtomicReferenceArray<@Nullable Entry> entries = new AtomicReferenceArray<>(PLACES);

  /**
   * @param slot the key under which the store has the size
   */
  @Nullable LogicalSize get(Slot slot) {
    Entry entry = entries.get(place(slot));
    return entry != null && Arrays.equals(entry.key, slot.key())
        ? new LogicalSize(entry.sizeBytes, entry.recordCount)
        : null;
  }

  void put(Slot slot, LogicalSize size) {
    entries.set(place(slot), new Entry(slot.key(), size.sizeBytes(), size.recordCount()));
  }

  private static int place(Slot slot) {
    // The hash of similar keys differs in few bits: multiplied, the upper ones depend on all.
    return (slot.hashCode() * 0x9E3779B9) >>> (Integer.SIZE - PLACES_BITS);
  }
}
