package dev.partita.execution.plan;

import dev.partita.index.IndexPath;
import dev.partita.index.IndexScan;
import dev.partita.index.TermRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What the index can say about the items that a filter lets through: each of them meets the
 * condition, and others may. Immutable.
 */
public sealed interface IndexCondition {

  IndexCondition ANY_ITEM = new Unknown();
  IndexCondition NO_ITEM = new Or(List.of());

  /**
   * Scans that together find every item which meets the condition, for readers that go through them
   * one after the other; null if the condition is no alternative of lookups.
   */
  static @Nullable List<IndexScan> scans(IndexCondition condition) {
    return switch (condition) {
      case Lookup(IndexPath path, List<TermRange> ranges, _) ->
          ranges.stream().map(range -> IndexScan.of(path, range)).toList();
      case Or(List<IndexCondition> operands)
          when operands.stream().allMatch(operand -> operand instanceof Lookup) ->
          operands.stream()
              .flatMap(operand -> Objects.requireNonNull(scans(operand)).stream())
              .toList();
      case Unknown _, Near _, And _, Or _ -> null;
    };
  }

  /** Whether the filter lets exactly those items through that meet the condition. */
  boolean isExact();

  /** Nothing is known. */
  record Unknown() implements IndexCondition {
    @Override
    public boolean isExact() {
      return false;
    }
  }

  /**
   * The item has a value at the path in one of the ranges, which are apart and in order.
   *
   * @param isExact whether the filter lets all items through that have an entry there
   */
  record Lookup(IndexPath path, List<TermRange> ranges, boolean isExact) implements IndexCondition {
    public Lookup {
      ranges = List.copyOf(ranges);
    }

    /** Whether the items of each range come in the order of their keys. */
    public boolean isPoints() {
      for (TermRange range : ranges) {
        if (!range.isOneTerm()) {
          return false;
        }
      }
      return true;
    }
  }

  /** The item has a shape that one of the scans finds. */
  record Near(List<IndexScan> scans) implements IndexCondition {
    public Near {
      scans = List.copyOf(scans);
    }

    @Override
    public boolean isExact() {
      return false;
    }
  }

  record And(List<IndexCondition> operands) implements IndexCondition {
    public And {
      operands = List.copyOf(operands);
    }

    @Override
    public boolean isExact() {
      return operands.stream().allMatch(IndexCondition::isExact);
    }
  }

  record Or(List<IndexCondition> operands) implements IndexCondition {
    public Or {
      operands = List.copyOf(operands);
    }

    @Override
    public boolean isExact() {
      return operands.stream().allMatch(IndexCondition::isExact);
    }
  }

  /** A value at the path in one of the ranges, among other things that the filter asks for. */
  static IndexCondition lookup(IndexPath path, List<TermRange> ranges) {
    return lookup(path, ranges, false);
  }

  /** A value at the path in one of the ranges, which is all that the filter asks for. */
  static IndexCondition exactly(IndexPath path, List<TermRange> ranges) {
    boolean isExact = true;
    for (TermRange range : ranges) {
      isExact &= range.isPrecise();
    }
    return lookup(path, ranges, isExact);
  }

  private static IndexCondition lookup(IndexPath path, List<TermRange> ranges, boolean isExact) {
    if (ranges.size() == 1 && !ranges.getFirst().isEmpty()) {
      return new Lookup(path, ranges, isExact);
    }
    List<TermRange> wanted =
        ranges.stream().filter(range -> !range.isEmpty()).sorted(TermRanges.BY_START).toList();
    return wanted.isEmpty() ? NO_ITEM : new Lookup(path, TermRanges.union(wanted), isExact);
  }

  /** The same condition of a filter that asks for more. */
  private static IndexCondition inexact(IndexCondition condition) {
    return switch (condition) {
      case Unknown _, Near _ -> condition;
      case Lookup(IndexPath path, List<TermRange> ranges, _) -> new Lookup(path, ranges, false);
      case And(List<IndexCondition> operands) ->
          new And(operands.stream().map(IndexCondition::inexact).toList());
      case Or(List<IndexCondition> operands) ->
          new Or(operands.stream().map(IndexCondition::inexact).toList());
    };
  }

  static IndexCondition and(List<IndexCondition> operands) {
    boolean allKnown = !operands.contains(ANY_ITEM);
    SamePaths known = new SamePaths();
    for (IndexCondition each : operands) {
      IndexCondition operand = allKnown ? each : inexact(each);
      switch (operand) {
        case Unknown _ -> {}
        case And(List<IndexCondition> inner) -> inner.forEach(one -> restrict(known, one));
        case Lookup _, Near _, Or _ -> restrict(known, operand);
      }
    }
    List<IndexCondition> conjuncts = known.joined(TermRanges::intersection);
    if (conjuncts.contains(NO_ITEM)) {
      return NO_ITEM;
    }
    return switch (conjuncts.size()) {
      case 0 -> ANY_ITEM;
      case 1 -> conjuncts.getFirst();
      default -> new And(conjuncts);
    };
  }

  /** Lookups of a path that has one value at most are one lookup. */
  private static void restrict(SamePaths conjuncts, IndexCondition added) {
    if (added instanceof Lookup lookup && !lookup.path().hasElements()) {
      conjuncts.add(lookup);
    } else {
      conjuncts.addApart(added);
    }
  }

  static IndexCondition or(List<IndexCondition> operands) {
    SamePaths all = new SamePaths();
    for (IndexCondition operand : operands) {
      switch (operand) {
        case Unknown _ -> {
          return ANY_ITEM;
        }
        case Or(List<IndexCondition> inner) -> inner.forEach(each -> widen(all, each));
        case Lookup _, Near _, And _ -> widen(all, operand);
      }
    }
    List<IndexCondition> alternatives = all.joined(TermRanges::union);
    return alternatives.size() == 1 ? alternatives.getFirst() : new Or(alternatives);
  }

  /** Lookups of one path are one lookup. */
  private static void widen(SamePaths alternatives, IndexCondition added) {
    if (added instanceof Lookup lookup) {
      alternatives.add(lookup);
    } else {
      alternatives.addApart(added);
    }
  }

  /**
   * Conditions in the order in which they came, of which lookups of one path become one at the end:
   * a filter may have tens of thousands, and joining each with all before it takes the square of
   * that. For one thread.
   */
  final class SamePaths {

    private final List<List<IndexCondition>> groups = new ArrayList<>();
    private final Map<IndexPath, List<IndexCondition>> lookups = new HashMap<>();

    void add(Lookup lookup) {
      lookups
          .computeIfAbsent(
              lookup.path(),
              _ -> {
                List<IndexCondition> group = new ArrayList<>();
                groups.add(group);
                return group;
              })
          .add(lookup);
    }

    void addApart(IndexCondition condition) {
      groups.add(List.of(condition));
    }

    /** What each group comes to, if ranges that are apart and in order are joined so. */
    List<IndexCondition> joined(BinaryOperator<List<TermRange>> join) {
      List<IndexCondition> conditions = new ArrayList<>(groups.size());
      for (List<IndexCondition> group : groups) {
        conditions.add(joined(group, join));
      }
      return conditions;
    }

    /** Halves first, so that no range is looked at more often than the group can be halved. */
    private static IndexCondition joined(
        List<IndexCondition> group, BinaryOperator<List<TermRange>> join) {
      if (group.size() == 1) {
        return group.getFirst();
      }
      int middle = group.size() / 2;
      IndexCondition low = joined(group.subList(0, middle), join);
      IndexCondition high = joined(group.subList(middle, group.size()), join);
      if (low instanceof Lookup(IndexPath path, List<TermRange> some, boolean isExact)
          && high instanceof Lookup(_, List<TermRange> others, boolean othersAreExact)) {
        List<TermRange> both = join.apply(some, others);
        return both.isEmpty() ? NO_ITEM : new Lookup(path, both, isExact && othersAreExact);
      }
      // Half of an intersection is empty.
      return NO_ITEM;
    }
  }
}
