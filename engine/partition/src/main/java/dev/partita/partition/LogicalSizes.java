package dev.partita.partition;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A memory of the sizes of logical partitions that were written to lately, for all partitions of a
 * node: every write needs one, and would have to read it from the store. Bounded; a key that falls
 * on the place of another takes it. Safe for use by any number of threads.
 *
 * <p>What must stay true: of each logical partition it is told, and asked, by whoever evaluates for
 * the partition in charge, so by one thread at a time. It knows the size with all that has been
 * evaluated, and what is evaluated and then not written is forgotten. So it is never behind.
 */
public final class LogicalSizes {

  /** A key has this many neighbouring places to choose from. */
  private static final int CHOICES = 4;

  private static final int SETS_BITS = 14;
  private static final int PLACES = CHOICES << SETS_BITS;

  /**
   * What is known of one slot. It changes in place: a new object for each write would have the
   * garbage collector look through the whole table time and again. The bytes of the slot are at
   * hand, so that finding an entry means following few references.
   */
  private static final class Entry {

    private final byte[] key;
    private long sizeBytes;
    private long recordCount;

    Entry(byte[] key) {
      this.key = key;
    }

    void set(LogicalSize size) {
      sizeBytes = size.sizeBytes();
      recordCount = size.recordCount();
    }
  }

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
        entry.set(size);
        return;
      }
    }
    Entry entry = new Entry(slot.key());
    entry.set(size);
    entries.set(chosen, entry);
  }

  void forget(Slot slot) {
    int first = firstPlace(slot);
    for (int place = first; place < first + CHOICES; place++) {
      Entry entry = entries.get(place);
      if (entry != null && Arrays.equals(entry.key, slot.key())) {
        entries.compareAndSet(place, entry, null);
      }
    }
  }

  /** Forgets everything, since some of it may have been changed elsewhere. */
  void clear() {
    for (int place = 0; place < PLACES; place++) {
      entries.set(place, null);
    }
  }

  private static int firstPlace(Slot slot) {
    // Multiplied, the upper bits depend on all bits of the hash.
    return CHOICES * ((slot.hashCode() * 0x9E3779B9) >>> (Integer.SIZE - SETS_BITS));
  }
}
