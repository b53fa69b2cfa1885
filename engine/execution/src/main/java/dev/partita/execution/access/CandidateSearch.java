package dev.partita.execution.access;

import dev.partita.base.bytes.Bytes;
import dev.partita.execution.page.PageWatch;
import dev.partita.execution.plan.CompositeLookup;
import dev.partita.execution.plan.IndexCondition;
import dev.partita.execution.plan.ScanFragment;
import dev.partita.index.CompositeIndex;
import dev.partita.index.IndexCursor;
import dev.partita.index.IndexPath;
import dev.partita.index.IndexReader;
import dev.partita.index.IndexScan;
import dev.partita.index.TermRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds out how the items that meet a condition are had from the index, if that is better than to
 * read them all. For one page, on one thread.
 *
 * <p>A lookup is carried out at once if it has few entries. That tells exactly how many there are,
 * which no statistics could, and costs as much as a look at the statistics of others.
 */
public final class CandidateSearch {

  /** How many terms are walked over at a time. */
  private static final int MAX_WALKS = 16;

  /** How many terms without wanted items may be jumped over, for each item that may be listed. */
  private static final int SEEKS_PER_ENTRY = 4;

  private static final int LISTED_AT_A_GO = 64;

  /** With so few items there is no need to narrow them down further. */
  private static final int FEW = 8;

  private final IndexReader index;
  private final List<ScanFragment> fragments;
  private final List<CompositeIndex> composites;
  private final PageWatch watch;
  private long entries;
  private long seeks;
  private int maxListed;
  private boolean isComplete;

  /**
   * @param composites those in which every item has its entry
   */
  public CandidateSearch(
      IndexReader index,
      List<ScanFragment> fragments,
      List<CompositeIndex> composites,
      PageWatch watch) {
    this.watch = watch;
    this.index = index;
    this.fragments = fragments;
    this.composites = composites;
  }

  /** Entries of the index that were read. */
  public long entries() {
    return entries;
  }

  /** Places in the index that were looked for. */
  public long seeks() {
    return seeks;
  }

  /** Whether what was found last meets all parts of the condition, not only some of them. */
  public boolean isComplete() {
    return isComplete;
  }

  /**
   * The items that meet the condition, among others; empty if the index is of no help.
   *
   * @param limit how many entries a lookup may have that is carried out at once
   */
  public Optional<Candidates> find(IndexCondition condition, int limit) {
    maxListed = limit;
    isComplete = true;
    return find(condition);
  }

  private Optional<Candidates> find(IndexCondition condition) {
    return switch (condition) {
      case IndexCondition.Unknown _ -> Optional.empty();
      case IndexCondition.Lookup lookup -> lookup(lookup);
      case IndexCondition.Near(List<IndexScan> scans) -> listed(scans);
      case IndexCondition.And(List<IndexCondition> operands) -> and(operands);
      case IndexCondition.Or(List<IndexCondition> operands) -> or(operands);
    };
  }

  private Optional<Candidates> lookup(IndexCondition.Lookup lookup) {
    if (lookup.ranges().size() == 1 && lookup.isPoints()) {
      return Optional.of(oneTerm(lookup.path(), lookup.ranges().getFirst()));
    }
    List<IndexScan> scans = new ArrayList<>(lookup.ranges().size());
    for (TermRange range : lookup.ranges()) {
      scans.add(IndexScan.of(lookup.path(), range));
    }
    Optional<Candidates> listed = listed(scans);
    if (listed.isPresent()) {
      return listed;
    }
    if (!lookup.isPoints() || lookup.ranges().size() > MAX_WALKS) {
      return Optional.empty();
    }
    List<Candidates> walks = new ArrayList<>();
    for (TermRange term : lookup.ranges()) {
      walks.add(new Candidates.Walk(lookup.path(), term, List.of()));
    }
    return Optional.of(new Candidates.AnyOf(walks));
  }

  /** The items of a term, which are walked over if there are too many to list. */
  private Candidates oneTerm(IndexPath path, TermRange term) {
    List<byte[]> keys = new ArrayList<>();
    return read(IndexScan.of(path, term), keys)
        ? new Candidates.Listed(keys)
        : new Candidates.Walk(path, term, keys);
  }

  /** Reads the keys of all entries; empty if there are too many. */
  private Optional<Candidates> listed(List<IndexScan> scans) {
    List<byte[]> keys = new ArrayList<>();
    for (IndexScan scan : scans) {
      if (!read(scan, keys)) {
        return Optional.empty();
      }
    }
    // The items of one term are in order already, and different.
    boolean inOrder = scans.size() == 1 && scans.getFirst().isOneTerm();
    return Optional.of(new Candidates.Listed(inOrder ? keys : sorted(keys)));
  }

  /** Adds the keys of the entries to others; false if that makes too many. */
  private boolean read(IndexScan scan, List<byte[]> keys) {
    seeks++;
    try (IndexCursor cursor = index.open(ScanFragment.around(fragments, scan))) {
      cursor.giveUpAfter(1 + (long) SEEKS_PER_ENTRY * maxListed);
      boolean whole = scan.isOneTerm() ? listItems(cursor, keys) : list(cursor, keys);
      // What was jumped over was looked at, too.
      entries += cursor.entries() + cursor.seeks() - 1;
      return whole;
    }
  }

  private boolean listItems(IndexCursor cursor, List<byte[]> keys) {
    byte[][] some;
    int count;
    do {
      // One more than may be listed, to see whether there are too many.
      some = new byte[Math.min(LISTED_AT_A_GO, maxListed + 1 - keys.size())][];
      count = cursor.nextItems(some);
      for (int i = 0; i < count; i++) {
        keys.add(some[i]);
      }
      watch.onRows(count);
    } while (count == some.length && keys.size() <= maxListed);
    return keys.size() <= maxListed;
  }

  private boolean list(IndexCursor cursor, List<byte[]> keys) {
    while (cursor.next()) {
      if (keys.size() == maxListed) {
        return false;
      }
      keys.add(cursor.itemKey());
      watch.onEntry();
    }
    return !cursor.gaveUp();
  }

  private static List<byte[]> sorted(List<byte[]> keys) {
    keys.sort(Bytes.ORDER);
    List<byte[]> different = new ArrayList<>(keys.size());
    for (byte[] key : keys) {
      if (different.isEmpty() || Bytes.ORDER.compare(different.getLast(), key) != 0) {
        different.add(key);
      }
    }
    return different;
  }

  private Optional<Candidates> and(List<IndexCondition> operands) {
    List<Candidates> found = new ArrayList<>();
    List<IndexCondition> left = new ArrayList<>(operands);
    CompositeLookup.of(operands, composites)
        .ifPresent(
            lookup ->
                listed(List.of(lookup.scan()))
                    .ifPresent(
                        candidates -> {
                          found.add(candidates);
                          left.removeAll(lookup.used());
                          isComplete &= lookup.scan().isPrecise();
                        }));
    for (IndexCondition operand : left) {
      if (!found.isEmpty() && found.getFirst().atMost() <= FEW) {
        isComplete = false;
        return Optional.of(found.getFirst());
      }
      Optional<Candidates> candidates = find(operand);
      if (candidates.isPresent()) {
        if (candidates.get().atMost() <= FEW) {
          isComplete = false;
          return candidates;
        }
        found.add(candidates.get());
      } else {
        isComplete = false;
      }
    }
    if (found.size() < 2) {
      return found.stream().findFirst();
    }
    found.sort(Comparator.comparingLong(Candidates::atMost));
    return Optional.of(allOf(found));
  }

  private static Candidates allOf(List<Candidates> found) {
    if (found.stream().allMatch(each -> each instanceof Candidates.Listed)) {
      return Candidates.ListIntersection.of(found);
    }
    return found.stream().allMatch(each -> each instanceof Candidates.Walk)
        ? Candidates.TermIntersection.of(found.stream().map(Candidates.Walk.class::cast).toList())
        : new Candidates.AllOf(found);
  }

  private Optional<Candidates> or(List<IndexCondition> operands) {
    List<Candidates> found = new ArrayList<>();
    for (IndexCondition operand : operands) {
      Optional<Candidates> candidates = find(operand);
      if (candidates.isEmpty()) {
        return candidates;
      }
      found.add(candidates.get());
    }
    Candidates any = found.size() == 1 ? found.getFirst() : new Candidates.AnyOf(found);
    return any.walks() > MAX_WALKS ? Optional.empty() : Optional.of(any);
  }
}
