package dev.partita.partition;

import dev.partita.base.bytes.KeyRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The partitions of a bench in the order of their positions, and where they come from: what the
 * partition map of a container is, in its simplest form.
 */
final class Axis {

  private final Bench bench;
  private final PartitionSettings settings;
  private final List<PhysicalPartition> current = new ArrayList<>();
  private final Map<Integer, Lineage.Part> ended = new HashMap<>();
  private final Map<Integer, List<Integer>> parents = new HashMap<>();
  private int next = 1;

  Axis(Bench bench, PartitionSettings settings) {
    this.bench = bench;
    this.settings = settings;
    current.add(bench.whole(settings));
  }

  List<PhysicalPartition> current() {
    return List.copyOf(current);
  }

  PhysicalPartition owner(LogicalKey key) {
    return current.stream()
        .filter(partition -> partition.descriptor().positions().contains(key.position()))
        .findFirst()
        .orElseThrow();
  }

  /** Splits at the middle of what the partition holds; tells whether there is one. */
  boolean split(int index) {
    PhysicalPartition parent = current.get(index);
    if (!(SplitPreparation.middle(parent) instanceof SplitPreparation.Cut.At(byte[] boundary))) {
      return false;
    }
    split(index, boundary);
    return true;
  }

  void split(int index, byte[] boundary) {
    PhysicalPartition parent = current.get(index);
    SplitPreparation.Halves halves =
        bench.turns.atOnce(
            () -> {
              SplitPreparation preparation = SplitPreparation.start(parent, boundary);
              return parent.exclusive(preparation::halves).join();
            });
    KeyRange whole = parent.descriptor().positions();
    retire(parent);
    current.remove(index);
    current.add(index, open(new KeyRange(whole.start(), boundary), List.of(parent), halves.left()));
    current.add(
        index + 1, open(new KeyRange(boundary, whole.end()), List.of(parent), halves.right()));
  }

  /** Merges a partition with its right neighbour. */
  void merge(int index) {
    PhysicalPartition left = current.get(index);
    PhysicalPartition right = current.get(index + 1);
    retire(left);
    retire(right);
    PartitionState one = left.state();
    PartitionState other = right.state();
    current.remove(index + 1);
    current.set(
        index,
        open(
            new KeyRange(
                left.descriptor().positions().start(), right.descriptor().positions().end()),
            List.of(left, right),
            new PartitionState(
                Math.max(one.lsn(), other.lsn()),
                Math.max(one.timeMillis(), other.timeMillis()),
                0,
                one.sizeBytes() + other.sizeBytes(),
                one.recordCount() + other.recordCount())));
  }

  /** Opens all partitions again from what the store has. */
  void reopen() {
    current.replaceAll(
        partition ->
            bench.open(partition.descriptor(), partition.lineage(), settings, bench.turns));
  }

  private PhysicalPartition open(
      KeyRange positions, List<PhysicalPartition> from, PartitionState start) {
    int number = next++;
    parents.put(number, from.stream().map(PhysicalPartition::number).toList());
    PartitionDescriptor descriptor =
        new PartitionDescriptor(
            number, positions, Objects.requireNonNull(parents.get(number)), start);
    Set<Integer> ancestors = new TreeSet<>();
    collect(number, ancestors);
    Lineage lineage =
        new Lineage(
            new Lineage.Part(number, positions, start.lsn(), Long.MAX_VALUE),
            ancestors.stream().map(ended::get).toList());
    return bench.open(descriptor, lineage, settings, bench.turns);
  }

  private void collect(int number, Set<Integer> ancestors) {
    for (int parent : parents.getOrDefault(number, List.of())) {
      ancestors.add(parent);
      collect(parent, ancestors);
    }
  }

  private void retire(PhysicalPartition partition) {
    Boolean retired =
        bench.run(
            partition.exclusive(
                () -> {
                  partition.retire();
                  return true;
                }));
    Lineage.Part self = partition.lineage().self();
    if (retired) {
      ended.put(
          partition.number(),
          new Lineage.Part(
              self.partition(), self.positions(), self.afterLsn(), partition.state().lsn()));
    }
  }
}
