package dev.partita.partition;

import dev.partita.base.bytes.KeyRange;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;
import dev.partita.storage.Snapshot;
import dev.partita.storage.SuffixIntersection;
import java.util.ArrayList;
import java.util.List;
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

  /**
   * @throws dev.partita.base.error.DatabaseException SESSION_NOT_AVAILABLE
   */
  void requireSeen(ReadConsistency consistency) {
    requireSeen(this, consistency);
  }

  static void requireSeen(SegmentReader reader, ReadConsistency consistency) {
    if (consistency instanceof ReadConsistency.Session(var lsns)) {
      lsns.forEach(
          (partition, seen) -> {
            PartitionState state = reader.state(partition);
            if (state == null || state.lsn() < seen) {
              throw Segment.notSeen(partition, seen, state == null ? 0 : state.lsn());
            }
          });
    }
  }
}
