package dev.partita.execution.plan;

import dev.partita.index.CompositeIndex;
import dev.partita.index.IndexCursor;
import dev.partita.index.IndexPath;
import dev.partita.index.IndexScan;
import dev.partita.index.TermRange;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An index that has items in the order of a query. Immutable.
 *
 * @param paths what the columns of the order are
 * @param composite the index over several paths; null if it is that of the one path
 * @param backwards whether the index is read from its end
 * @param ranges the values of the first column that can be in a result, apart and in order
 * @param listsAll whether items without a value have an entry too, or cannot be in a result
 */
public record IndexOrder(
    List<IndexPath> paths,
    @Nullable CompositeIndex composite,
    boolean backwards,
    List<TermRange> ranges,
    boolean listsAll) {

  public IndexOrder {
    paths = List.copyOf(paths);
    ranges = List.copyOf(ranges);
  }

  /** Whether the ranges are all that a condition says. */
  public boolean isAllOf(IndexCondition condition) {
    return condition instanceof IndexCondition.Lookup lookup
        && lookup.path().equals(paths.getFirst());
  }

  /** The entries to be read, one scan after the other. */
  public List<IndexScan> scans() {
    List<IndexScan> scans = new ArrayList<>();
    for (TermRange range : isDescending() ? ranges.reversed() : ranges) {
      scans.add(directed(scan(range)));
    }
    return scans;
  }

  private IndexScan scan(TermRange range) {
    return composite == null
        ? IndexScan.of(paths.getFirst(), range)
        : IndexScan.of(composite, List.of(), range);
  }

  private IndexScan directed(IndexScan scan) {
    return backwards ? scan.reversed() : scan;
  }

  /** The entries with exactly these values, in the order of the items' keys. */
  public IndexScan ties(List<JsonValue> values) {
    return composite == null
        ? IndexScan.of(paths.getFirst(), TermRange.equalTo(values.getFirst()))
        : IndexScan.of(composite, values, TermRange.ALL);
  }

  /** The same order over what lies at or behind values, and maybe some of what lies before. */
  public IndexOrder from(JsonValue first) {
    TermRange rest = isDescending() ? TermRanges.upTo(first) : TermRanges.fromOn(first);
    return new IndexOrder(
        paths,
        composite,
        backwards,
        ranges.stream()
            .map(range -> range.intersect(rest))
            .filter(range -> !range.isEmpty())
            .toList(),
        listsAll);
  }

  /** Whether the first column has its greatest values first. */
  private boolean isDescending() {
    return (composite != null && composite.columns().getFirst().descending()) != backwards;
  }

  /** The values that an entry says; null if it does not say all of them. */
  public @Nullable List<JsonValue> values(IndexCursor entry) {
    List<JsonValue> values = new ArrayList<>();
    for (int i = 0; i < paths.size(); i++) {
      if (!entry.isExact(i)) {
        return null;
      }
      values.add(entry.value(i));
    }
    return values;
  }
}
