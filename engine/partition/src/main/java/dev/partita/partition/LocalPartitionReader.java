package dev.partita.partition;

import dev.partita.base.bytes.KeyRange;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;
import dev.partita.storage.Snapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads of a partition in the store of this node. Safe for use by any number of threads. */
final class LocalPartitionReader extends LocalReader implements PartitionSnapshot {

  private final PhysicalPartition partition;

  LocalPartitionReader(
      PhysicalPartition partition,
      Reader reader,
      @Nullable Snapshot snapshot,
      ReadOptions options) {
    super(partition.segment(), reader, snapshot, options);
    this.partition = partition;
  }

  @Override
  public PartitionState state() {
    PartitionState stored = storedState(partition.number());
    return stored == null ? partition.descriptor().start() : stored;
  }

  @Override
  public ChangeCursor changes(KeyRange positions, long afterLsn) {
    if (!partition.settings().changeLog().isOn()) {
      throw new IllegalStateException("The partition keeps no change log.");
    }
    return new LogCursor(
        range -> opened(() -> reader.scan(Family.LOG, range)),
        keys(),
        partition.lineage().partsAfter(positions, afterLsn),
        positions,
        afterLsn);
  }

  @Override
  public long lsnBefore(KeyRange positions, long timeMillis) {
    // Asked for first, and from the same view: what is committed meanwhile comes after it.
    long lsn = state().lsn();
    List<Lineage.Part> parts = partition.lineage().partsAfter(positions, 0);
    for (Lineage.Part part : parts) {
      lsn = Math.min(lsn, lsnBefore(part, timeMillis));
    }
    // A merge gives the partition LSNs that these positions never had.
    long last = 0;
    for (Lineage.Part part : parts) {
      long through = Math.min(lsn, part.throughLsn());
      last = through > part.afterLsn() ? Math.max(last, through) : last;
    }
    return last;
  }

  private long lsnBefore(Lineage.Part part, long timeMillis) {
    KeyRange range = keys().log(part.partition(), part.afterLsn(), part.throughLsn());
    try (Cursor cursor = opened(() -> reader.scan(Family.LOG, range))) {
      if (!cursor.last() || entry(cursor).timeMillis() < timeMillis) {
        return Long.MAX_VALUE;
      }
      // Times grow with LSNs: search for where the first entry at or after an LSN is not older.
      long older = part.afterLsn();
      long notOlder = entry(cursor).lsn();
      long first = notOlder;
      while (notOlder - older > 1) {
        long middle = older + (notOlder - older) / 2;
        cursor.seek(keys().logEntry(part.partition(), middle, 0));
        Change change = entry(cursor);
        if (change.timeMillis() >= timeMillis) {
          notOlder = middle;
          first = change.lsn();
        } else {
          older = change.lsn();
        }
      }
      // Entries that are missing in front of it were older, and are trimmed or superseded.
      return first - 1;
    }
  }

  private static Change entry(Cursor cursor) {
    return Change.decode(cursor.key(), cursor.value());
  }
}
