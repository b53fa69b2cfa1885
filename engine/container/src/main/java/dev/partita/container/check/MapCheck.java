package dev.partita.container.check;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.map.PartitionMap;
import dev.partita.partition.LogicalSize;
import dev.partita.partition.PartitionDescriptor;
import dev.partita.partition.PartitionState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The check of a partition map: that it covers the axis, and that every split and merge handed on
 * exactly what there was. That the ranges in charge join is a condition for reading a map at all.
 */
final class MapCheck {

  private static final Comparator<KeyRange> BY_START =
      Comparator.comparing(KeyRange::start, Bytes.ORDER);

  private final CheckedContainer container;
  private final Map<Integer, PartitionMap.Retired> retired = new HashMap<>();
  private final List<PartitionDescriptor> all = new ArrayList<>();
  private boolean sound = true;

  MapCheck(CheckedContainer container) {
    this.container = container;
    all.addAll(container.map().current());
    for (PartitionMap.Retired ended : container.map().retired()) {
      retired.put(ended.descriptor().number(), ended);
      all.add(ended.descriptor());
    }
  }

  /** Tells whether the map can be relied on to find what belongs to which partition. */
  boolean run() {
    checkAxis();
    checkNumbers();
    checkParents();
    if (sound) {
      checkHeirs();
    }
    return sound;
  }

  private void checkAxis() {
    ContainerRecord record = container.record();
    if (record == null) {
      return;
    }
    List<KeyRange> ranges = record.definition().scheme().initialRanges(1);
    KeyRange axis = new KeyRange(ranges.getFirst().start(), ranges.getLast().end());
    if (!axis.equals(container.map().axis())) {
      container.report(
          container
              .finding(StorageProblem.MAP_AXIS)
              .with("expected", axis)
              .with("found", container.map().axis()));
    }
  }

  private void checkNumbers() {
    Set<Integer> numbers = new HashSet<>();
    for (PartitionDescriptor descriptor : all) {
      if (!numbers.add(descriptor.number())) {
        unsound(StorageProblem.PARTITION_NUMBER_TWICE, descriptor.number());
      }
    }
  }

  private void checkParents() {
    for (PartitionDescriptor descriptor : all) {
      for (int parent : descriptor.parents()) {
        if (parent >= descriptor.number() || !retired.containsKey(parent)) {
          sound = false;
          container.report(
              container
                  .finding(StorageProblem.PARENT_MISSING, descriptor.number())
                  .with("parent", parent));
        }
      }
    }
  }

  private void checkHeirs() {
    Map<List<Integer>, List<PartitionDescriptor>> heirs = new LinkedHashMap<>();
    for (PartitionDescriptor descriptor : all) {
      if (!descriptor.parents().isEmpty()) {
        heirs.computeIfAbsent(descriptor.parents(), _ -> new ArrayList<>()).add(descriptor);
      }
    }
    for (int number : retired.keySet()) {
      if (heirs.keySet().stream().filter(parents -> parents.contains(number)).count() != 1) {
        unsound(StorageProblem.HEIRS_MISSING, number);
      }
    }
    heirs.forEach(this::checkHeirs);
  }

  private void checkHeirs(List<Integer> numbers, List<PartitionDescriptor> heirs) {
    List<PartitionMap.Retired> parents =
        numbers.stream().map(number -> Objects.requireNonNull(retired.get(number))).toList();
    KeyRange owned = joined(parents.stream().map(parent -> parent.descriptor().positions()));
    KeyRange inherited = joined(heirs.stream().map(PartitionDescriptor::positions));
    if (owned == null || !owned.equals(inherited)) {
      unsound(StorageProblem.HEIRS_POSITIONS, heirs.getFirst().number());
    }
    long lastLsn = parents.stream().mapToLong(PartitionMap.Retired::lastLsn).max().orElseThrow();
    for (PartitionDescriptor heir : heirs) {
      if (heir.start().lsn() != lastLsn) {
        sound = false;
        container.report(
            container
                .finding(StorageProblem.HEIRS_LSN, heir.number())
                .with("start", heir.start().lsn())
                .with("parents", numbers)
                .with("lastLsn", lastLsn));
      }
    }
    checkSizes(numbers, heirs);
  }

  private void checkSizes(List<Integer> parents, List<PartitionDescriptor> heirs) {
    LogicalSize held = sum(parents.stream().flatMap(number -> container.state(number).stream()));
    LogicalSize inherited = sum(heirs.stream().map(PartitionDescriptor::start));
    if (!held.equals(inherited)) {
      container.report(
          container
              .finding(StorageProblem.HEIRS_SIZE, heirs.getFirst().number())
              .with("parents", parents)
              .with("held", held)
              .with("inherited", inherited));
    }
  }

  private void unsound(StorageProblem problem, int partition) {
    sound = false;
    container.report(container.finding(problem, partition));
  }

  private static LogicalSize sum(Stream<PartitionState> states) {
    return states
        .map(state -> new LogicalSize(state.sizeBytes(), state.recordCount()))
        .reduce(
            LogicalSize.NONE, (left, right) -> left.plus(right.sizeBytes(), right.recordCount()));
  }

  /** What ranges cover together; null if they do not join. */
  private static @Nullable KeyRange joined(Stream<KeyRange> ranges) {
    KeyRange whole = null;
    for (KeyRange range : ranges.sorted(BY_START).toList()) {
      if (whole == null) {
        whole = range;
        continue;
      }
      byte[] end = whole.end();
      if (end == null || Bytes.ORDER.compare(end, range.start()) != 0) {
        return null;
      }
      whole = new KeyRange(whole.start(), range.end());
    }
    return whole;
  }
}
