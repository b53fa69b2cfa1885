package dev.partita.partition;

import dev.partita.base.bytes.Bytes;
import dev.partita.storage.Family;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What is proposed and not applied: of each slot the newest write. Groups are added in their order,
 * by one thread at a time, and removed in the same order. Safe for use by any number of threads.
 */
final class ProposedWrites {

  /** The order of keys in the store. */
  static final Comparator<Slot> ORDER = Comparator.comparing(Slot::key, Bytes.ORDER);

  /** The write of one group to a slot; told apart by identity from those of other groups. */
  private static final class Write {

    private final Slot slot;
    private final byte[] value;

    Write(Slot slot, byte[] value) {
      this.slot = slot;
      this.value = value;
    }
  }

  /** What one group has added. */
  static final class Group {

    private final Map<Family, List<Write>> writes = new EnumMap<>(Family.class);
  }

  private final Map<Family, NavigableMap<Slot, Write>> newest = new EnumMap<>(Family.class);
  private final AtomicLong removals = new AtomicLong();

  ProposedWrites() {
    for (Family family : Family.values()) {
      newest.put(family, new ConcurrentSkipListMap<>(ORDER));
    }
  }

  Group add(List<WriteSet> written) {
    Group group = new Group();
    for (WriteSet set : written) {
      List<Write> writes = new ArrayList<>(set.count());
      set.forEach((slot, value) -> writes.add(new Write(slot, value)));
      group.writes.put(set.family(), writes);
      Map<Slot, Write> target = in(set.family());
      writes.forEach(write -> target.put(write.slot, write));
    }
    return group;
  }

  /** Removes the writes of a group that the store has by now, but for those with a newer one. */
  void remove(Group group) {
    removals.incrementAndGet();
    group.writes.forEach(
        (family, writes) -> {
          Map<Slot, Write> from = in(family);
          writes.forEach(write -> from.remove(write.slot, write));
        });
  }

  /**
   * How many groups have been removed, or are about to be. What was added is either found or, if
   * this has grown meanwhile, in the store.
   */
  long removals() {
    return removals.get();
  }

  boolean isEmpty() {
    return newest.values().stream().allMatch(Map::isEmpty);
  }

  /** As a {@link WriteSet} has it; null if the slot was not written. */
  byte @Nullable [] find(Family family, Slot slot) {
    Write write = in(family).get(slot);
    return write == null ? null : write.value;
  }

  /** The first write to a slot after another, or from it on; null if there is none. */
  Map.@Nullable Entry<Slot, byte[]> next(Family family, Slot after, boolean inclusive) {
    NavigableMap<Slot, Write> writes = in(family);
    Map.Entry<Slot, Write> next =
        inclusive ? writes.ceilingEntry(after) : writes.higherEntry(after);
    return next == null ? null : Map.entry(next.getKey(), next.getValue().value);
  }

  private NavigableMap<Slot, Write> in(Family family) {
    return Objects.requireNonNull(newest.get(family));
  }
}
