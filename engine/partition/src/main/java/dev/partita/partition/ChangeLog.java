package dev.partita.partition;

import dev.partita.base.bytes.KeyRange;
import dev.partita.replication.NotInCharge;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The change log of one physical partition, the entries it inherited included. Safe for use by any
 * number of threads.
 *
 * <p>Every live record has exactly one entry that names its newest version, unless the {@link
 * ChangeLogPolicy} is to keep no log. In a container without history an entry goes in the commit
 * that supersedes it; with history it stays until it is older than the retention and {@link #trim}
 * takes it. Entries of deletes stay for the same time.
 */
public final class ChangeLog {

  private static final int TRIM_BATCH = 1000;

  private final PhysicalPartition partition;

  /** Up to where {@link #trim} has left nothing to remove, since commits see to the rest. */
  private volatile long clearedThroughLsn;

  public ChangeLog(PhysicalPartition partition) {
    this.partition = partition;
  }

  /**
   * Removes the entries from before the time that no longer name a record's newest version.
   *
   * @return how many went
   */
  public long trim(long beforeMillis) {
    return trim(beforeMillis, Long.MAX_VALUE);
  }

  /**
   * The same, but for entries after an LSN.
   *
   * @param throughLsn the last LSN of which entries may go
   */
  public long trim(long beforeMillis, long throughLsn) {
    if (!partition.settings().changeLog().isOn() || partition.state().lsn() <= clearedThroughLsn) {
      return 0;
    }
    KeyRange positions = partition.descriptor().positions();
    long through =
        Math.min(
            throughLsn, partition.reader(ReadOptions.LEADER).lsnBefore(positions, beforeMillis));
    if (through <= clearedThroughLsn) {
      return 0;
    }
    // From here on commits remove what they supersede up to that LSN themselves; whatever was
    // superseded earlier is superseded in the snapshot.
    PartitionSnapshot snapshot = await(partition.startTrim(through));
    if (snapshot == null) {
      return 0;
    }
    long removed = 0;
    Batch batch = new Batch();
    try (snapshot;
        ChangeCursor changes = snapshot.changes(positions, clearedThroughLsn)) {
      while (changes.next() && changes.change().lsn() <= through) {
        Change change = changes.change();
        if (isNewest(snapshot, change)) {
          continue;
        }
        int owner =
            partition.lineage().partitionOf(change.key().logical().position(), change.lsn());
        batch.delete(Family.LOG, partition.keys().logEntry(owner, change.lsn(), change.sequence()));
        removed++;
        if (batch.count() == TRIM_BATCH) {
          await(partition.upkeep(batch));
          batch = new Batch();
        }
      }
    }
    if (!batch.isEmpty()) {
      await(partition.upkeep(batch));
    }
    clearedThroughLsn = through;
    return removed;
  }

  /** Whether the entry names a version that is still the record's newest. */
  static boolean isNewest(RecordReader reader, Change change) {
    if (change.kind().removes()) {
      return false;
    }
    StoredRecord record = reader.get(change.key().encoded());
    return record != null && record.lsn() == change.lsn() && record.sequence() == change.sequence();
  }

  /** The result, or null when the partition is not written here by now; who does trims. */
  private static <R extends @Nullable Object> @Nullable R await(CompletableFuture<R> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof NotInCharge) {
        return null;
      }
      throw e;
    }
  }
}
