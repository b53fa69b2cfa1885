package dev.partita.storage;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.concurrent.Uninterruptibly;
import dev.partita.base.error.DatabaseException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyMetaData;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges what is new into the last level of files when nothing has been written for a while. A read
 * looks into every level above it, and RocksDB by itself leaves some there for good. It rewrites a
 * few times of what is new at most, and waits for what RocksDB merges of its own accord, so large
 * stores are left alone unless much is new; and little that is new is found in memory sooner than
 * in any file.
 *
 * <p>The merging happens on a thread of its own; the rest is for one thread at a time, inside the
 * store's gate.
 */
final class RocksTidying {

  private static final Logger LOG = LoggerFactory.getLogger(RocksTidying.class);
  private static final int QUIET_LOOKS = 3;
  private static final int MOST_PER_NEW_BYTE = 8;
  private static final List<Family> FAMILIES = List.of(Family.ITEMS, Family.INDEX);

  private final RocksDB database;
  private final RocksStore store;
  private final FreeSpace freeSpace;
  private final long leastBytes;
  private final AtomicBoolean running = new AtomicBoolean();
  private long lastWrite;
  private int quietLooks;
  private volatile @Nullable Thread merging;

  /**
   * @param leastBytes how much must be new for it to be merged
   */
  RocksTidying(RocksDB database, RocksStore store, FreeSpace freeSpace, long leastBytes) {
    this.leastBytes = leastBytes;
    this.database = database;
    this.store = store;
    this.freeSpace = freeSpace;
  }

  /** Looks whether this is the time; called now and then. */
  void look() {
    long write = database.getLatestSequenceNumber();
    boolean quiet = write == lastWrite && (running.get() || !isMerging());
    quietLooks = quiet ? quietLooks + 1 : 0;
    lastWrite = write;
    if (quietLooks != QUIET_LOOKS || running.get()) {
      return;
    }
    List<Family> untidy = FAMILIES.stream().filter(this::isUntidy).toList();
    if (!untidy.isEmpty()) {
      running.set(true);
      merging = Thread.ofPlatform().daemon().name("partita-tidying").start(() -> merge(untidy));
    }
  }

  /** Returns when nothing is merged any more; to be called when the gate is closed. */
  void awaitEnd() {
    Thread thread = merging;
    if (thread != null) {
      Uninterruptibly.join(thread);
    }
  }

  private boolean isUntidy(Family family) {
    ColumnFamilyHandle handle = store.handle(family);
    ColumnFamilyMetaData files = database.getColumnFamilyMetaData(handle);
    long all = files.size() + property(handle, "rocksdb.cur-size-all-mem-tables");
    long added = all - files.levels().getLast().size();
    return added >= Math.max(leastBytes, all / MOST_PER_NEW_BYTE) && freeSpace.has(2 * all);
  }

  /** Whether RocksDB merges files of its own accord, or is about to. */
  private boolean isMerging() {
    for (Family family : FAMILIES) {
      ColumnFamilyHandle handle = store.handle(family);
      if (property(handle, "rocksdb.compaction-pending") > 0
          || property(handle, "rocksdb.num-running-compactions") > 0) {
        return true;
      }
    }
    return false;
  }

  private long property(ColumnFamilyHandle family, String name) {
    try {
      return database.getLongProperty(family, name);
    } catch (RocksDBException e) {
      throw RocksErrors.translate(e);
    }
  }

  private void merge(List<Family> families) {
    try {
      families.forEach(family -> store.compact(family, KeyRange.ALL));
    } catch (DatabaseException e) {
      LOG.debug("Nothing was merged: {}", e.getMessage());
    } finally {
      running.set(false);
    }
  }
}
