package dev.partita.partition;

import dev.partita.base.bytes.KeyRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads of a {@link Segment} with a {@link ReadConsistency}: of the records of all its partitions
 * in one order, and of the index over them. Safe for use by any number of threads.
 */
public interface SegmentReader extends RecordReader {

  /** The index entries whose keys are in a range. The caller closes the cursor. */
  EntryCursor entries(KeyRange keys);

  /**
   * The suffixes that index entries have behind every one of several prefixes. The caller closes
   * the intersection. It shows one moment only if this is a snapshot.
   *
   * @param suffixes the range that the suffixes are in
   */
  EntryIntersection intersect(List<byte[]> prefixes, KeyRange suffixes);

  /** A partition as of its last commit that the reader sees; null if it has made none itself. */
  @Nullable PartitionState state(int partition);
}
