package dev.partita.container.map;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.partition.Lineage;
import dev.partita.partition.PartitionDescriptor;
import dev.partita.partition.PartitionState;
import dev.partita.partition.SplitPreparation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which physical partition owns which positions, now and before. Immutable: a split or a merge
 * makes a new map with the next version.
 */
public final class PartitionMap {

  /**
   * A partition that was split or merged.
   *
   * @param lastLsn the last LSN it gave
   * @param ending when and why; null where that was not written down
   */
  public record Retired(PartitionDescriptor descriptor, long lastLsn, @Nullable Ending ending) {}

  /** The end of a partition. */
  public record Ending(long millis, ReshapeCause cause) {}

  private static final Comparator<PartitionDescriptor> BY_POSITION =
      Comparator.comparing(descriptor -> descriptor.positions().start(), Bytes.ORDER);

  private final int version;
  private final List<PartitionDescriptor> current;
  private final Map<Integer, Retired> retired;

  PartitionMap(int version, List<PartitionDescriptor> current, Map<Integer, Retired> retired) {
    this.version = version;
    this.current = current.stream().sorted(BY_POSITION).toList();
    this.retired = new TreeMap<>(retired);
    requireTiling();
  }

  /** A first map with one partition for each range. */
  public static PartitionMap initial(List<KeyRange> ranges) {
    List<PartitionDescriptor> descriptors = new ArrayList<>();
    for (KeyRange range : ranges) {
      descriptors.add(PartitionDescriptor.initial(descriptors.size(), range));
    }
    return new PartitionMap(1, descriptors, Map.of());
  }

  public int version() {
    return version;
  }

  /** The partitions in charge, in the order of their positions. */
  public List<PartitionDescriptor> current() {
    return current;
  }

  public List<Retired> retired() {
    return List.copyOf(retired.values());
  }

  public KeyRange axis() {
    return new KeyRange(
        current.getFirst().positions().start(), current.getLast().positions().end());
  }

  /** The partition in charge of the position. */
  public PartitionDescriptor owner(byte[] position) {
    int low = 0;
    int high = current.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (Bytes.ORDER.compare(current.get(middle).positions().start(), position) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    PartitionDescriptor owner = current.get(low);
    if (!owner.positions().contains(position)) {
      throw new IllegalArgumentException(
          "The position " + Bytes.hex(position) + " is not on the axis " + axis() + ".");
    }
    return owner;
  }

  /** The partitions in charge of a range, in order. */
  public List<PartitionDescriptor> owners(KeyRange positions) {
    return current.stream()
        .filter(descriptor -> descriptor.positions().overlaps(positions))
        .toList();
  }

  /**
   * The positions that a partition owns or, if it is retired, owned.
   *
   * @throws DatabaseException NOT_FOUND if there never was such a partition
   */
  public KeyRange positionsOf(int number) {
    return descriptor(number).positions();
  }

  /** Whether there is or was a partition of this number. */
  public boolean hasHad(int number) {
    return retired.containsKey(number)
        || current.stream().anyMatch(descriptor -> descriptor.number() == number);
  }

  /** The partitions that the given one took over from. */
  List<Integer> parents(int number) {
    return descriptor(number).parents();
  }

  /** Every partition that the given one descends from, oldest first. */
  public List<Integer> ancestors(int number) {
    Set<Integer> ancestors = new LinkedHashSet<>();
    collectAncestors(number, ancestors);
    return ancestors.stream().sorted().toList();
  }

  /** Where the change log of a partition lies. */
  public Lineage lineage(int number) {
    List<Lineage.Part> parts = ancestors(number).stream().map(this::part).toList();
    return new Lineage(part(number), parts);
  }

  /** The map after a split; the parent's last LSN is that of the halves' states. */
  public PartitionMap split(
      int number, byte[] boundary, SplitPreparation.Halves halves, Ending ending) {
    PartitionDescriptor parent = requireCurrent(number);
    KeyRange positions = parent.positions();
    if (Bytes.ORDER.compare(boundary, positions.start()) == 0 || !positions.contains(boundary)) {
      throw new IllegalArgumentException(
          "The boundary " + Bytes.hex(boundary) + " is not inside " + positions + ".");
    }
    int next = nextNumber();
    List<PartitionDescriptor> partitions = new ArrayList<>(current);
    partitions.remove(parent);
    partitions.add(
        new PartitionDescriptor(
            next, new KeyRange(positions.start(), boundary), List.of(number), halves.left()));
    partitions.add(
        new PartitionDescriptor(
            next + 1, new KeyRange(boundary, positions.end()), List.of(number), halves.right()));
    Map<Integer, Retired> ended = new TreeMap<>(retired);
    ended.put(number, new Retired(parent, halves.left().lsn(), ending));
    return new PartitionMap(version + 1, partitions, ended);
  }

  /** The same map in a later version; the map itself if it has reached that. */
  public PartitionMap advancedTo(int later) {
    return later <= version ? this : new PartitionMap(later, current, retired);
  }

  /** The map after two neighbours became one. */
  public PartitionMap merge(
      int leftNumber, PartitionState left, int rightNumber, PartitionState right, Ending ending) {
    requireNeighbours(leftNumber, rightNumber);
    PartitionDescriptor leftParent = requireCurrent(leftNumber);
    PartitionDescriptor rightParent = requireCurrent(rightNumber);
    PartitionState start =
        new PartitionState(
            Math.max(left.lsn(), right.lsn()),
            Math.max(left.timeMillis(), right.timeMillis()),
            0,
            left.sizeBytes() + right.sizeBytes(),
            left.recordCount() + right.recordCount());
    List<PartitionDescriptor> partitions = new ArrayList<>(current);
    partitions.remove(leftParent);
    partitions.remove(rightParent);
    partitions.add(
        new PartitionDescriptor(
            nextNumber(),
            new KeyRange(leftParent.positions().start(), rightParent.positions().end()),
            List.of(leftNumber, rightNumber),
            start));
    Map<Integer, Retired> ended = new TreeMap<>(retired);
    ended.put(leftNumber, new Retired(leftParent, left.lsn(), ending));
    ended.put(rightNumber, new Retired(rightParent, right.lsn(), ending));
    return new PartitionMap(version + 1, partitions, ended);
  }

  /**
   * @throws DatabaseException BAD_REQUEST if the partition is not in charge of anything any more
   */
  public PartitionDescriptor requireCurrent(int number) {
    PartitionDescriptor descriptor = descriptor(number);
    if (retired.containsKey(number)) {
      throw new DatabaseException(
              ErrorCode.BAD_REQUEST, "The partition has already been split or merged.")
          .with("partition", number)
          .with(
              "successors",
              owners(descriptor.positions()).stream().map(PartitionDescriptor::number).toList());
    }
    return descriptor;
  }

  /**
   * @throws DatabaseException BAD_REQUEST if the two are not neighbours in charge, in this order
   */
  public void requireNeighbours(int leftNumber, int rightNumber) {
    KeyRange left = requireCurrent(leftNumber).positions();
    KeyRange right = requireCurrent(rightNumber).positions();
    byte[] end = left.end();
    if (end == null || Bytes.ORDER.compare(end, right.start()) != 0) {
      throw new DatabaseException(
              ErrorCode.BAD_REQUEST,
              "Only neighbouring partitions can be merged, the left one named first.")
          .with("left", left)
          .with("right", right);
    }
  }

  private PartitionDescriptor descriptor(int number) {
    Retired ended = retired.get(number);
    if (ended != null) {
      return ended.descriptor();
    }
    for (PartitionDescriptor descriptor : current) {
      if (descriptor.number() == number) {
        return descriptor;
      }
    }
    throw new DatabaseException(ErrorCode.NOT_FOUND, "The container has no such partition.")
        .with("partition", number)
        .with("partitions", current.stream().map(PartitionDescriptor::number).toList());
  }

  private Lineage.Part part(int number) {
    PartitionDescriptor descriptor = descriptor(number);
    Retired ended = retired.get(number);
    return new Lineage.Part(
        number,
        descriptor.positions(),
        descriptor.start().lsn(),
        ended == null ? Long.MAX_VALUE : ended.lastLsn());
  }

  private void collectAncestors(int number, Set<Integer> ancestors) {
    for (int parent : descriptor(number).parents()) {
      if (ancestors.add(parent)) {
        collectAncestors(parent, ancestors);
      }
    }
  }

  private int nextNumber() {
    int highest = -1;
    for (PartitionDescriptor descriptor : current) {
      highest = Math.max(highest, descriptor.number());
    }
    for (int number : retired.keySet()) {
      highest = Math.max(highest, number);
    }
    return highest + 1;
  }

  private void requireTiling() {
    if (current.isEmpty()) {
      throw corrupt("A partition map is empty.");
    }
    for (int i = 0; i < current.size(); i++) {
      KeyRange positions = current.get(i).positions();
      byte[] end = positions.end();
      boolean last = i == current.size() - 1;
      if (positions.isEmpty()
          || (!last
              && (end == null
                  || Bytes.ORDER.compare(end, current.get(i + 1).positions().start()) != 0))) {
        throw corrupt("The ranges of a partition map do not join.")
            .with("partition", current.get(i).number())
            .with("positions", positions);
      }
    }
  }

  private static DatabaseException corrupt(String text) {
    return new DatabaseException(ErrorCode.CORRUPT, text);
  }
}
