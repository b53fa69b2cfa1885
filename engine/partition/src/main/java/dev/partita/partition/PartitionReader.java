package dev.partita.partition;

import dev.partita.base.bytes.KeyRange;

/**
 * Reads of one physical partition with a {@link ReadConsistency}: of its records, its sizes and its
 * change log. Got from {@link PhysicalPartition#reader}. Safe for use by any number of threads.
 */
public interface PartitionReader extends RecordReader {

  /** The partition as of the last commit that the reader sees. */
  PartitionState state();

  /**
   * The changes of some of its positions after an LSN, oldest first, those included that partitions
   * made which it was split or merged from. The caller closes the cursor.
   */
  ChangeCursor changes(KeyRange positions, long afterLsn);

  /**
   * An LSN up to which all changes of the positions are older than the time: where to start reading
   * for everything since then. Older changes may follow it only if the partition has merged others,
   * whose LSNs and times went apart.
   */
  long lsnBefore(KeyRange positions, long timeMillis);
}
