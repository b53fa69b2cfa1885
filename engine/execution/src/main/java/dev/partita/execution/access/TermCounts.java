package dev.partita.execution.access;

import dev.partita.base.bytes.Bytes;
import dev.partita.execution.page.PageWatch;
import dev.partita.execution.parallel.ScanThreads;
import dev.partita.execution.plan.Covering;
import dev.partita.execution.plan.ScanFragment;
import dev.partita.index.IndexCursor;
import dev.partita.index.IndexReader;
import dev.partita.index.IndexScan;
import dev.partita.index.TermRange;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The different values that items have at a path, and how many items have each, from the index
 * alone. For one page, on one thread, with the help of others.
 */
public final class TermCounts {

  /** With more values than this the entries are walked over one after the other. */
  private static final int FEW_VALUES = 4_096;

  private static final int TASKS_PER_THREAD = 4;

  /**
   * A value and the items that have it.
   *
   * @param items as many as there are in each fragment; only whether there are any if they were not
   *     to be counted
   */
  public record Counted(JsonValue value, long[] items) {
    public long total() {
      long total = 0;
      for (long count : items) {
        total += count;
      }
      return total;
    }
  }

  private final IndexReader index;
  private final List<ScanFragment> fragments;
  private final PageWatch watch;
  private final ScanThreads threads;
  private final Covering covering;
  private final NavigableMap<byte[], Integer> starts = new TreeMap<>(Bytes.ORDER);

  public TermCounts(
      ItemLoader loader, List<ScanFragment> fragments, PageWatch watch, Covering covering) {
    this.index = loader.index();
    this.fragments = fragments;
    this.watch = watch;
    this.threads = loader.threads();
    this.covering = covering;
    for (int i = 0; i < fragments.size(); i++) {
      starts.put(fragments.get(i).records().start(), i);
    }
  }

  /**
   * All values in their order; empty if the index does not tell some value.
   *
   * @param counts whether it matters how many items have a value
   */
  public Optional<List<Counted>> all(boolean counts) {
    Optional<List<Counted>> few = few();
    if (few.isEmpty() || few.get().size() > FEW_VALUES) {
      return few.isEmpty() ? few : many();
    }
    return counts ? Optional.of(counted(few.get())) : few;
  }

  /** The values, found by jumping from one to the next; one too many if there are not few. */
  private Optional<List<Counted>> few() {
    List<Counted> values = new ArrayList<>();
    for (TermRange range : covering.ranges()) {
      try (IndexCursor cursor = open(range)) {
        boolean found = cursor.next();
        while (found && values.size() <= FEW_VALUES) {
          watch.onEntry();
          int fragment = fragmentOf(cursor);
          if (fragment < 0) {
            found = cursor.next();
            continue;
          }
          if (!cursor.isExact()) {
            return Optional.empty();
          }
          values.add(new Counted(cursor.value(), one(fragment)));
          watch.onKept(1);
          found = cursor.nextTerm();
        }
      }
    }
    return Optional.of(values);
  }

  private long[] one(int fragment) {
    long[] items = new long[fragments.size()];
    items[fragment] = 1;
    return items;
  }

  /** Counts the items of each value. */
  private List<Counted> counted(List<Counted> values) {
    int size = Math.ceilDiv(Math.max(1, values.size()), TASKS_PER_THREAD * threads.count());
    List<ScanThreads.Work<List<Counted>>> tasks = new ArrayList<>();
    for (int from = 0; from < values.size(); from += size) {
      List<Counted> part = values.subList(from, Math.min(values.size(), from + size));
      tasks.add(
          threads.start(
              () -> {
                PageWatch beside = watch.beside();
                return part.stream().map(each -> counted(each.value, beside)).toList();
              }));
    }
    List<Counted> all = new ArrayList<>();
    try {
      tasks.forEach(ScanThreads.Work::runUnlessTaken);
      tasks.forEach(task -> all.addAll(task.await()));
    } finally {
      tasks.forEach(ScanThreads.Work::drop);
    }
    return all;
  }

  private Counted counted(JsonValue value, PageWatch beside) {
    IndexScan scan = IndexScan.of(covering.path(), TermRange.equalTo(value));
    long[] items = new long[fragments.size()];
    for (int i = 0; i < items.length; i++) {
      items[i] = index.count(fragments.get(i).within(scan), beside::onEntry);
    }
    return new Counted(value, items);
  }

  /** The values with their items, entry by entry. */
  private Optional<List<Counted>> many() {
    List<Counted> values = new ArrayList<>();
    for (TermRange range : covering.ranges()) {
      try (IndexCursor cursor = open(range)) {
        if (!many(cursor, values)) {
          return Optional.empty();
        }
      }
    }
    return Optional.of(values);
  }

  private boolean many(IndexCursor cursor, List<Counted> values) {
    byte[] last = Bytes.EMPTY;
    while (cursor.next()) {
      watch.onEntry();
      int fragment = fragmentOf(cursor);
      if (fragment < 0) {
        continue;
      }
      if (cursor.hasTerms(last)) {
        values.getLast().items[fragment]++;
        continue;
      }
      if (!cursor.isExact()) {
        return false;
      }
      last = cursor.terms();
      values.add(new Counted(cursor.value(), one(fragment)));
      watch.onKept(1);
    }
    return true;
  }

  private IndexCursor open(TermRange range) {
    return index.open(ScanFragment.around(fragments, IndexScan.of(covering.path(), range)));
  }

  /** Where the item of an entry is; -1 if it is between the fragments. */
  private int fragmentOf(IndexCursor cursor) {
    if (fragments.size() == 1) {
      return 0;
    }
    byte[] key = cursor.itemKey();
    var floor = starts.floorEntry(key);
    return floor != null && fragments.get(floor.getValue()).records().contains(key)
        ? floor.getValue()
        : -1;
  }
}
