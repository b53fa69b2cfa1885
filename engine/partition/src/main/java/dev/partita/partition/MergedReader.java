package dev.partita.partition;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads of several segments as if they were one. Safe for use by any number of threads. */
final class MergedReader implements SegmentSnapshot {

  /** What is read where. */
  private record Part(KeyRange positions, KeyRange keys, SegmentReader reader) {}

  private final List<Part> parts = new ArrayList<>();
  private final Set<SegmentReader> readers = new LinkedHashSet<>();
  private final List<SegmentSnapshot> snapshots;

  /**
   * @param spans in order
   * @param open called once for each segment
   * @param snapshots closed with this
   */
  MergedReader(
      List<Segments.Span> spans,
      Function<Segment, SegmentReader> open,
      List<SegmentSnapshot> snapshots) {
    Map<Segment, SegmentReader> opened = new HashMap<>();
    for (Segments.Span span : spans) {
      SegmentReader reader = opened.computeIfAbsent(span.segment(), open);
      readers.add(reader);
      parts.add(new Part(span.positions(), RecordKey.range(span.positions()), reader));
    }
    this.snapshots = snapshots;
  }

  /** The reader of a record; what is on no axis is nowhere, so any will do. */
  private SegmentReader at(byte[] key) {
    for (Part part : parts) {
      if (part.keys().contains(key)) {
        return part.reader();
      }
    }
    return parts.getFirst().reader();
  }

  @Override
  public @Nullable StoredRecord get(byte[] key) {
    return at(key).get(key);
  }

  @Override
  public List<@Nullable StoredRecord> getAll(List<byte[]> keys) {
    Map<SegmentReader, List<Integer>> places = new HashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      places.computeIfAbsent(at(keys.get(i)), _ -> new ArrayList<>()).add(i);
    }
    List<@Nullable StoredRecord> records = new ArrayList<>();
    keys.forEach(_ -> records.add(null));
    places.forEach(
        (reader, of) -> {
          List<@Nullable StoredRecord> found = reader.getAll(of.stream().map(keys::get).toList());
          for (int i = 0; i < found.size(); i++) {
            records.set(of.get(i), found.get(i));
          }
        });
    return records;
  }

  @Override
  public RecordCursor scan(KeyRange keys) {
    List<SuccessiveCursor.Part> wanted = new ArrayList<>();
    for (Part part : parts) {
      KeyRange common = part.keys().intersect(keys);
      if (!common.isEmpty()) {
        wanted.add(new SuccessiveCursor.Part(common, part.reader()));
      }
    }
    return switch (wanted.size()) {
      case 0 -> parts.getFirst().reader().scan(keys);
      case 1 -> wanted.getFirst().reader().scan(wanted.getFirst().keys());
      default -> new SuccessiveCursor(wanted);
    };
  }

  @Override
  public byte @Nullable [] index(byte[] suffix) {
    for (SegmentReader reader : readers) {
      byte[] value = reader.index(suffix);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  @Override
  public LogicalSize size(LogicalKey logical) {
    return at(RecordKey.encode(logical, Bytes.EMPTY)).size(logical);
  }

  @Override
  public SizeCursor sizes(KeyRange positions) {
    List<SizeCursor> cursors = new ArrayList<>();
    try {
      for (Part part : parts) {
        KeyRange common = part.positions().intersect(positions);
        if (!common.isEmpty()) {
          cursors.add(part.reader().sizes(common));
        }
      }
      return new SuccessiveSizes(cursors);
    } catch (RuntimeException e) {
      cursors.forEach(SizeCursor::close);
      throw e;
    }
  }

  @Override
  public EntryCursor entries(KeyRange keys) {
    List<EntryCursor> cursors = new ArrayList<>();
    try {
      for (SegmentReader reader : readers) {
        cursors.add(reader.entries(keys));
      }
      return new MergedEntryCursor(cursors);
    } catch (RuntimeException e) {
      cursors.forEach(EntryCursor::close);
      throw e;
    }
  }

  @Override
  public EntryIntersection intersect(List<byte[]> prefixes, KeyRange suffixes) {
    Set<SegmentReader> concerned = new LinkedHashSet<>();
    for (Part part : parts) {
      if (part.keys().overlaps(suffixes)) {
        concerned.add(part.reader());
      }
    }
    if (concerned.isEmpty()) {
      concerned.add(parts.getFirst().reader());
    }
    List<EntryIntersection> walks = new ArrayList<>();
    try {
      for (SegmentReader reader : concerned) {
        walks.add(reader.intersect(prefixes, suffixes));
      }
      return walks.size() == 1 ? walks.getFirst() : new MergedIntersection(walks);
    } catch (RuntimeException e) {
      walks.forEach(EntryIntersection::close);
      throw e;
    }
  }

  /** Its state lies where the partition does. */
  @Override
  public @Nullable PartitionState state(int partition) {
    for (SegmentReader reader : readers) {
      PartitionState state = reader.state(partition);
      if (state != null) {
        return state;
      }
    }
    return null;
  }

  @Override
  public void close() {
    snapshots.forEach(SegmentSnapshot::close);
  }
}
