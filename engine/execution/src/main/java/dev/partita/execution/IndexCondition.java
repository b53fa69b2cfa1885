package dev.partita.execution;

import dev.partita.index.IndexPath;
import dev.partita.index.IndexScan;
import dev.partita.index.TermRange;
import java.util.ArrayList;
import java.util.List;

/**
 * What the index can say about the items that a filter lets through: each of them meets the
 * condition, and others may. Immutable.
 */
sealed interface IndexCondition {

  IndexCondition ANY_ITEM = new Unknown();
  IndexCondition NO_ITEM = new Or(List.of());

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
    boolean isPoints() {
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
    List<IndexCondition> known = new ArrayList<>();
    for (IndexCondition each : operands) {
      IndexCondition operand = allKnown ? each : inexact(each);
      if (operand.equals(NO_ITEM)) {
        return NO_ITEM;
      }
      switch (operand) {
        case Unknown _ -> {}
        case And(List<IndexCondition> inner) -> inner.forEach(one -> restrict(known, one));
        case Lookup _, Near _, Or _ -> restrict(known, operand);
      }
    }
    if (known.contains(NO_ITEM)) {
      return NO_ITEM;
    }
    return switch (known.size()) {
      case 0 -> ANY_ITEM;
      case 1 -> known.getFirst();
      default -> new And(known);
    };
  }

  static IndexCondition or(List<IndexCondition> operands) {
    List<IndexCondition> all = new ArrayList<>();
    for (IndexCondition operand : operands) {
      switch (operand) {
        case Unknown _ -> {
          return ANY_ITEM;
        }
        case Or(List<IndexCondition> inner) -> inner.forEach(each -> addTo(all, each));
        case Lookup _, Near _, And _ -> addTo(all, operand);
      }
    }
    return all.size() == 1 ? all.getFirst() : new Or(all);
  }

  /** Lookups of a path that has one value at most are one lookup. */
  private static void restrict(List<IndexCondition> conjuncts, IndexCondition added) {
    if (added instanceof Lookup(IndexPath path, List<TermRange> ranges, boolean exact)
        && !path.hasElements()) {
      for (int i = 0; i < conjuncts.size(); i++) {
        if (conjuncts.get(i) instanceof Lookup(IndexPath other, var known, boolean knownExact)
            && other.equals(path)) {
          List<TermRange> both = TermRanges.intersection(known, ranges);
          conjuncts.set(i, lookup(path, both, exact && knownExact));
          return;
        }
      }
    }
    conjuncts.add(added);
  }

  /** Lookups of one path are one lookup. */
  private static void addTo(List<IndexCondition> alternatives, IndexCondition added) {
    if (added instanceof Lookup(IndexPath path, List<TermRange> ranges, boolean exact)) {
      for (int i = 0; i < alternatives.size(); i++) {
        if (alternatives.get(i)
                instanceof Lookup(IndexPath other, List<TermRange> known, boolean knownExact)
            && other.equals(path)) {
          List<TermRange> both = new ArrayList<>(known);
          both.addAll(ranges);
          alternatives.set(i, lookup(path, both, exact && knownExact));
          return;
        }
      }
    }
    alternatives.add(added);
  }
}
