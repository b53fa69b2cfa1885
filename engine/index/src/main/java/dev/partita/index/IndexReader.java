package dev.partita.index;

import dev.partita.base.bytes.KeyRange;
import dev.partita.partition.EntryCursor;
import dev.partita.partition.EntryIntersection;
import dev.partita.partition.SegmentReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The index of one segment, as a reader or a snapshot of it shows it. Safe for use by any number of
 * threads.
 */
public final class IndexReader {

  private final SegmentReader segment;

  public IndexReader(SegmentReader segment) {
    this.segment = segment;
  }

  /** The entries of a scan; the caller closes the cursor. */
  public IndexCursor open(IndexScan scan) {
    return open(scan, null);
  }

  /**
   * The entries of a scan behind one of them.
   *
   * @param after what {@link IndexCursor#place} gave for the same scan, whatever has been written
   *     since; null to start at the beginning
   */
  public IndexCursor open(IndexScan scan, byte @Nullable [] after) {
    return new IndexCursor(segment, scan, after);
  }

  /**
   * The keys of the items that have an entry in each of several scans; the caller closes it.
   *
   * @param scans of one term each, and of the same items
   */
  public EntryIntersection intersect(List<IndexScan> scans) {
    KeyRange items = scans.getFirst().items();
    List<byte[]> prefixes = new ArrayList<>(scans.size());
    for (IndexScan scan : scans) {
      if (!scan.isOneTerm() || scan.isBackwards() || !scan.items().equals(items)) {
        throw new IllegalArgumentException("The scans do not have the same items in order.");
      }
      prefixes.add(scan.beginning());
    }
    return segment.intersect(prefixes, items);
  }

  /**
   * How many entries a scan of one term has. None of them is looked at.
   *
   * @param onEntry called for each, to bound the work
   */
  public long count(IndexScan scan, Runnable onEntry) {
    if (!scan.isOneTerm()) {
      throw new IllegalArgumentException("The scan has many terms, whose items are not in order.");
    }
    long count = 0;
    try (EntryCursor cursor = segment.entries(scan.keys())) {
      while (cursor.next()) {
        onEntry.run();
        count++;
      }
    }
    return count;
  }

  /** How many entries a scan has, counted up to a limit: always the same for the same data. */
  public int countUpTo(IndexScan scan, int limit) {
    int count = 0;
    try (IndexCursor cursor = open(scan)) {
      while (count < limit && cursor.next()) {
        count++;
      }
    }
    return count;
  }
}
