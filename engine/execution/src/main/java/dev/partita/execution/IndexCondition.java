package dev.partita.execution;

import dev.partita.index.IndexPath;
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

  /** Nothing is known. */
  record Unknown() implements IndexCondition {}

  /** The item has a value at the path in one of the ranges, which are apart and in order. */
  record Lookup(IndexPath path, List<TermRange> ranges) implements IndexCondition {
    public Lookup {
      ranges = List.copyOf(ranges);
    }

    /** Whether the items of each range come in the order of their keys. */
    boolean isPoints() {
      return ranges.stream().allMatch(TermRange::isOneTerm);
    }
  }

  record And(List<IndexCondition> operands) implements IndexCondition {
    public And {
      operands = List.copyOf(operands);
    }
  }

  record Or(List<IndexCondition> operands) implements IndexCondition {
    public Or {
      operands = List.copyOf(operands);
    }
  }

  /** A value at the path in one of the ranges. */
  static IndexCondition lookup(IndexPath path, List<TermRange> ranges) {
    List<TermRange> wanted =
        ranges.stream().filter(range -> !range.isEmpty()).sorted(TermRanges.BY_START).toList();
    return wanted.isEmpty() ? NO_ITEM : new Lookup(path, TermRanges.union(wanted));
  }

  static IndexCondition and(List<IndexCondition> operands) {
    List<IndexCondition> known = new ArrayList<>();
    for (IndexCondition operand : operands) {
      if (operand.equals(NO_ITEM)) {
        return NO_ITEM;
      }
      switch (operand) {
        case Unknown _ -> {}
        case And(List<IndexCondition> inner) -> known.addAll(inner);
        case Lookup _, Or _ -> known.add(operand);
      }
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
        case Lookup _, And _ -> addTo(all, operand);
      }
    }
    return all.size() == 1 ? all.getFirst() : new Or(all);
  }

  /** Lookups of one path are one lookup. */
  private static void addTo(List<IndexCondition> alternatives, IndexCondition added) {
    if (added instanceof Lookup(IndexPath path, List<TermRange> ranges)) {
      for (int i = 0; i < alternatives.size(); i++) {
        if (alternatives.get(i) instanceof Lookup(IndexPath other, List<TermRange> known)
            && other.equals(path)) {
          List<TermRange> both = new ArrayList<>(known);
          both.addAll(ranges);
          alternatives.set(i, lookup(path, both));
          return;
        }
      }
    }
    alternatives.add(added);
  }
}
