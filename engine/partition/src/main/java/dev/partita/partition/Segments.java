package dev.partita.partition;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * All that a container has: its segments, and which of them has which positions. Reads of the whole
 * container, or of any range of it, are made here. Immutable; safe for use by any number of
 * threads.
 *
 * <p>A container with one segment is read at that segment itself. With several, records are read
 * one range after the other, and index entries of all segments are merged into one order. A
 * snapshot of several is one of each.
 */
public final class Segments {

  /** Positions that lie in one segment. */
  public record Span(KeyRange positions, Segment segment) {}

  private final List<Span> spans;
  private final Set<Segment> all = new LinkedHashSet<>();

  /**
   * @param spans in the order of their positions, without gap or overlap
   */
  public Segments(List<Span> spans) {
    this.spans = joined(spans);
    this.spans.forEach(span -> all.add(span.segment()));
  }

  public static Segments of(Segment only) {
    return new Segments(List.of(new Span(KeyRange.ALL, only)));
  }

  /** Neighbours in one segment are one span. */
  private static List<Span> joined(List<Span> spans) {
    List<Span> joined = new ArrayList<>();
    for (Span span : spans) {
      Span last = joined.isEmpty() ? null : joined.getLast();
      if (last != null && last.segment() == span.segment()) {
        KeyRange both = new KeyRange(last.positions().start(), span.positions().end());
        joined.set(joined.size() - 1, new Span(both, span.segment()));
      } else {
        joined.add(span);
      }
    }
    return List.copyOf(joined);
  }

  /**
   * Reads of what the container is at the moment of each.
   *
   * @throws dev.partita.base.error.DatabaseException SESSION_NOT_AVAILABLE if it is behind what the
   *     client has seen
   */
  public SegmentReader reader(ReadOptions options) {
    if (all.size() == 1) {
      return spans.getFirst().segment().reader(options);
    }
    ReadOptions each = withoutSession(options);
    MergedReader reader =
        new MergedReader(spans, segment -> segment.reader(each), new ArrayList<>());
    awaitSeen(reader, options);
    return reader;
  }

  /**
   * The container as it is now. The caller closes it.
   *
   * @throws dev.partita.base.error.DatabaseException SESSION_NOT_AVAILABLE if it is behind what the
   *     client has seen; UNAVAILABLE if the newest state is asked for and nobody leads; TIMEOUT
   */
  public SegmentSnapshot snapshot(ReadOptions options) {
    if (all.size() == 1) {
      return spans.getFirst().segment().snapshot(options);
    }
    awaitSeen(reader(withoutSession(options)), options);
    ReadOptions each = withoutSession(options);
    List<SegmentSnapshot> snapshots = new ArrayList<>();
    try {
      return new MergedReader(
          spans,
          segment -> {
            SegmentSnapshot snapshot = segment.snapshot(each);
            snapshots.add(snapshot);
            return snapshot;
          },
          snapshots);
    } catch (RuntimeException e) {
      snapshots.forEach(SegmentSnapshot::close);
      throw e;
    }
  }

  /**
   * Waits until everything is here that was acknowledged before the call.
   *
   * @throws DatabaseException UNAVAILABLE if nobody leads; TIMEOUT
   */
  public void awaitNewest(ReadOptions options) {
    all.forEach(segment -> segment.awaitNewest(options));
  }

  /** What was seen before the snapshots is in the snapshots. */
  private void awaitSeen(SegmentReader reader, ReadOptions options) {
    if (LocalSegmentReader.unseen(reader, options.consistency()) != null) {
      awaitNewest(options);
      DatabaseException missing = LocalSegmentReader.unseen(reader, options.consistency());
      if (missing != null) {
        throw missing;
      }
    }
  }

  /** A session names partitions, and a segment does not have them all. */
  private static ReadOptions withoutSession(ReadOptions options) {
    return options.consistency() instanceof ReadConsistency.Session
        ? ReadOptions.ANY.by(options.deadline())
        : options;
  }
}
