package dev.partita.partition;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;
import dev.partita.storage.Snapshot;
import dev.partita.storage.SuffixIntersection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads of a segment in the store of this node. Safe for use by any number of threads. */
final class LocalSegmentReader extends LocalReader implements SegmentSnapshot {

  LocalSegmentReader(
      Segment segment, Reader reader, @Nullable Snapshot snapshot, ReadOptions options) {
    super(segment, reader, snapshot, options);
  }

  @Override
  public EntryCursor entries(KeyRange keys) {
    return cursor(() -> reader.scan(Family.INDEX, keys().within(keys)));
  }

  @Override
  public EntryIntersection intersect(List<byte[]> prefixes, KeyRange suffixes) {
    List<byte[]> stored = new ArrayList<>(prefixes.size());
    for (byte[] prefix : prefixes) {
      stored.add(keys().within(prefix));
    }
    SuffixIntersection common =
        opened(
            () -> reader.intersectSuffixes(Family.INDEX, stored, suffixes),
            SuffixIntersection::close);
    return new EntryIntersection() {
      @Override
      public void seek(byte[] suffix) {
        common.seek(suffix);
      }

      @Override
      public boolean next(List<byte[]> found) {
        return common.next(found);
      }

      @Override
      public void close() {
        common.close();
      }
    };
  }

  @Override
  public @Nullable PartitionState state(int partition) {
    return storedState(partition);
  }

  /** Why it does not have what a session has seen; null if it has. */
  @Nullable DatabaseException unseen(ReadConsistency consistency) {
    return unseen(this, consistency);
  }

  static @Nullable DatabaseException unseen(SegmentReader reader, ReadConsistency consistency) {
    if (consistency instanceof ReadConsistency.Session(var lsns)) {
      for (Map.Entry<Integer, Long> seen : lsns.entrySet()) {
        PartitionState state = reader.state(seen.getKey());
        long lsn = state == null ? 0 : state.lsn();
        if (lsn < seen.getValue()) {
          return Segment.notSeen(seen.getKey(), seen.getValue(), lsn);
        }
      }
    }
    return null;
  }
}
