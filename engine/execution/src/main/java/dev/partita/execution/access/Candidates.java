package dev.partita.execution.access;

import dev.partita.base.bytes.Bytes;
import dev.partita.execution.plan.ScanFragment;
import dev.partita.index.IndexPath;
import dev.partita.index.IndexReader;
import dev.partita.index.IndexScan;
import dev.partita.index.TermRange;
import java.util.ArrayList;
import java.util.List;

/**
 * The items that the index names for a condition, in the order of their keys. What is short enough
 * is looked up at once; the items of single terms can also be walked over, however many there are.
 * Immutable.
 */
public sealed interface Candidates {

  /** About how many items there are at most; those of a walk are not counted. */
  long atMost();

  /** How many entries of the index stand behind each item that comes of a walk. */
  int walks();

  /** The items of a fragment, and possibly others around it. */
  KeyCursor open(IndexReader index, ScanFragment fragment);

  /** Items that were looked up, in order. */
  record Listed(List<byte[]> keys) implements Candidates {
    @Override
    public long atMost() {
      return keys.size();
    }

    @Override
    public int walks() {
      return 0;
    }

    @Override
    public KeyCursor open(IndexReader index, ScanFragment fragment) {
      return KeyCursors.of(keys);
    }
  }

  /**
   * The items of one term.
   *
   * @param first the first of them in all fragments, as far as they were read already
   */
  record Walk(IndexPath path, TermRange term, List<byte[]> first) implements Candidates {
    @Override
    public long atMost() {
      return Long.MAX_VALUE;
    }

    @Override
    public int walks() {
      return 1;
    }

    @Override
    public KeyCursor open(IndexReader index, ScanFragment fragment) {
      return new TermWalk(index.open(fragment.within(IndexScan.of(path, term))), first);
    }
  }

  /**
   * Items that are in all of several lists.
   *
   * @param keys what the lists have in common, in order
   */
  record ListIntersection(List<Candidates> lists, List<byte[]> keys) implements Candidates {

    /**
     * @param lists of the kind {@link Listed}
     */
    static ListIntersection of(List<Candidates> lists) {
      List<byte[]> common = ((Listed) lists.getFirst()).keys;
      for (Candidates list : lists.subList(1, lists.size())) {
        common = common(common, ((Listed) list).keys);
      }
      return new ListIntersection(lists, common);
    }

    private static List<byte[]> common(List<byte[]> left, List<byte[]> right) {
      List<byte[]> common = new ArrayList<>();
      int l = 0;
      int r = 0;
      while (l < left.size() && r < right.size()) {
        int order = Bytes.ORDER.compare(left.get(l), right.get(r));
        if (order == 0) {
          common.add(left.get(l));
        }
        l += order <= 0 ? 1 : 0;
        r += order >= 0 ? 1 : 0;
      }
      return common;
    }

    /** No more than the shortest list has, so that plans do not depend on what is in them. */
    @Override
    public long atMost() {
      return lists.getFirst().atMost();
    }

    @Override
    public int walks() {
      return 0;
    }

    @Override
    public KeyCursor open(IndexReader index, ScanFragment fragment) {
      return KeyCursors.of(keys);
    }
  }

  /**
   * The items that several terms have in common.
   *
   * @param first the first of them in all fragments, as far as the terms were read already
   * @param known how far that is: up to this key, which may be one of them
   * @param firstRead how many items of each term were read for it
   */
  record TermIntersection(List<Walk> terms, List<byte[]> first, byte[] known, int firstRead)
      implements Candidates {

    /**
     * @param terms of each of which something has been read already
     */
    static TermIntersection of(List<Walk> terms) {
      List<byte[]> common = terms.getFirst().first;
      byte[] known = common.getLast();
      for (Walk term : terms.subList(1, terms.size())) {
        byte[] last = term.first.getLast();
        known = Bytes.ORDER.compare(last, known) < 0 ? last : known;
        common = ListIntersection.common(common, term.first);
      }
      return new TermIntersection(terms, common, known, terms.getFirst().first.size());
    }

    /** About how many items of each term are walked over until so many were found. */
    long stepsFor(long found) {
      return found * firstRead / Math.max(1, first.size());
    }

    @Override
    public long atMost() {
      return Long.MAX_VALUE;
    }

    @Override
    public int walks() {
      return terms.size();
    }

    @Override
    public KeyCursor open(IndexReader index, ScanFragment fragment) {
      List<IndexScan> scans =
          terms.stream().map(each -> fragment.within(IndexScan.of(each.path, each.term))).toList();
      return new IntersectionWalk(index.intersect(scans), first, known);
    }
  }

  /** The items that are in all of several. */
  record AllOf(List<Candidates> operands) implements Candidates {
    @Override
    public long atMost() {
      return operands.stream().mapToLong(Candidates::atMost).min().orElse(Long.MAX_VALUE);
    }

    @Override
    public int walks() {
      return operands.stream().mapToInt(Candidates::walks).sum();
    }

    @Override
    public KeyCursor open(IndexReader index, ScanFragment fragment) {
      return KeyCursors.allOf(opened(operands, index, fragment));
    }
  }

  /** The items that are in any of several. */
  record AnyOf(List<Candidates> operands) implements Candidates {
    @Override
    public long atMost() {
      long sum = 0;
      for (Candidates operand : operands) {
        sum = operand.atMost() == Long.MAX_VALUE ? Long.MAX_VALUE : sum + operand.atMost();
        if (sum == Long.MAX_VALUE) {
          return sum;
        }
      }
      return sum;
    }

    @Override
    public int walks() {
      return operands.stream().mapToInt(Candidates::walks).max().orElse(0);
    }

    @Override
    public KeyCursor open(IndexReader index, ScanFragment fragment) {
      return KeyCursors.anyOf(opened(operands, index, fragment));
    }
  }

  private static List<KeyCursor> opened(
      List<Candidates> operands, IndexReader index, ScanFragment fragment) {
    List<KeyCursor> cursors = new ArrayList<>();
    operands.forEach(operand -> cursors.add(operand.open(index, fragment)));
    return cursors;
  }
}
