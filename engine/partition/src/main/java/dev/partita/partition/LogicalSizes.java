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

  /** A key has this many neighbouring places to choose from. */
  private static final int CHOICES = 4;

  private static final int SETS_BITS = 14;
  private static final int PLACES = CHOICES << SETS_BITS;

  /** The bytes of the slot are at hand, so that finding an entry means following few references. */
  private record Entry(byte[] key, long sizeBytes, long recordCount) {}

  private final AtomicReferenceArray<@Nullable Entry> entries = new AtomicReferenceArray<>(PLACES);

  /**
   * @param slot the key under which the store has the size
   */
  @Nullable LogicalSize get(Slot slot) {
    int first = firstPlace(slot);
    for (int place = first; place < first + CHOICES; place++) {
      Entry entry = entries.get(place);
      if (entry != null && Arrays.equals(entry.key, slot.key())) {
        return new LogicalSize(entry.sizeBytes, entry.recordCount);
      }
    }
    return null;
  }

  void put(Slot slot, LogicalSize size) {
    int first = firstPlace(slot);
    int chosen = first + (slot.hashCode() & (CHOICES - 1));
    for (int place = first; place < first + CHOICES; place++) {
      Entry entry = entries.get(place);
      if (entry == null) {
        chosen = place;
      } else if (Arrays.equals(entry.key, slot.key())) {
        chosen = place;
        break;
      }
    }
    entries.set(chosen, new Entry(slot.key(), size.sizeBytes(), size.recordCount()));
  }

  private static int firstPlace(Slot slot) {
    // Multiplied, the upper bits depend on all bits of the hash.
    return CHOICES * ((slot.hashCode() * 0x9E3779B9) >>> (Integer.SIZE - SETS_BITS));
  }
}
