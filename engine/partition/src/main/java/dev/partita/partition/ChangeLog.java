package dev.partita.partition;

import dev.partita.base.bytes.KeyRange;
import dev.partita.storage.Batch;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;
import dev.partita.storage.Snapshot;
import dev.partita.storage.Store;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The change log of one physical partition, the entries it inherited included. Safe for use by any
 * number of threads.
 *
 * <p>Every live record has exactly one entry that names its newest version. In a container without
 * history an entry goes in the commit that supersedes it; with history it stays until it is older
 * than the retention and {@link #trim} takes it. Entries of deletes stay for the same time.
 */
public final class ChangeLog {

  private static final int TRIM_BATCH = 1000;

  private final PhysicalPartition partition;

  /** Up to where {@link #trim} has left nothing to remove, since commits see to the rest. */
  private volatile long clearedThroughLsn;

  public ChangeLog(PhysicalPartition partition) {
    this.partition = partition;
  }

  /** The changes of the positions after the LSN, oldest first. The caller closes the cursor. */
  public ChangeCursor read(Reader reader, KeyRange positions, long afterLsn) {
    return new ChangeCursor(
        reader,
        partition.keys(),
        partition.lineage().partsAfter(positions, afterLsn),
        positions,
        afterLsn);
  }

  /**
   * An LSN up to which all changes of the positions are older than the time: where to start reading
   * for everything since then. Older changes may follow it only if the partition has merged others,
   * whose LSNs and times went apart.
   */
  public long lsnBefore(Reader reader, KeyRange positions, long timeMillis) {
    // Asked for first, and from the same view: what is committed meanwhile comes after it.
    long lsn = partition.state(reader).lsn();
    for (Lineage.Part part : partition.lineage().partsAfter(positions, 0)) {
      lsn = Math.min(lsn, lsnBefore(reader, part, timeMillis));
    }
    return lsn;
  }

  private long lsnBefore(Reader reader, Lineage.Part part, long timeMillis) {
    KeySpace keys = partition.keys();
    KeyRange range = keys.log(part.partition(), part.afterLsn(), part.throughLsn());
    try (Cursor cursor = reader.scan(Family.LOG, range)) {
      if (!cursor.last() || entry(cursor).timeMillis() < timeMillis) {
        return Long.MAX_VALUE;
      }
      // Times grow with LSNs: search for where the first entry at or after an LSN is not older.
      long older = part.afterLsn();
      long notOlder = entry(cursor).lsn();
      while (notOlder - older > 1) {
        long middle = older + (notOlder - older) / 2;
        cursor.seek(keys.logEntry(part.partition(), middle, 0));
        Change change = entry(cursor);
        if (change.timeMillis() >= timeMillis) {
          notOlder = middle;
        } else {
          older = change.lsn();
        }
      }
      return older;
    }
  }

  /**
   * Removes the entries from before the time that no longer name a record's newest version.
   *
   * @return how many went
   */
  public long trim(Store store, long beforeMillis) {
    if (partition.state().lsn() <= clearedThroughLsn) {
      return 0;
    }
    KeyRange positions = partition.descriptor().positions();
    long through = lsnBefore(store, positions, beforeMillis);
    if (through <= clearedThroughLsn) {
      return 0;
    }
    // From here on commits remove what they supersede up to that LSN themselves; whatever was
    // superseded earlier is superseded in the snapshot.
    Snapshot snapshot = await(partition.startTrim(store, through));
    if (snapshot == null) {
      return 0;
    }
    long removed = 0;
    Batch batch = new Batch();
    try (snapshot;
        ChangeCursor changes = read(snapshot, positions, clearedThroughLsn)) {
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
  public boolean isNewest(Reader reader, Change change) {
    if (change.kind().removes()) {
      return false;
    }
    byte[] key = partition.keys().record(change.key().logical(), change.key().id());
    StoredRecord record = StoredRecord.read(reader.get(Family.ITEMS, key));
    return record != null && record.lsn() == change.lsn() && record.sequence() == change.sequence();
  }

  private static Change entry(Cursor cursor) {
    return Change.decode(cursor.key(), cursor.value());
  }

  /** The result, or null when the partition has been retired meanwhile: then its heirs go on. */
  private static <R> @Nullable R await(CompletableFuture<R> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof PartitionRetired) {
        return null;
      }
      throw e;
    }
  }
}
