package dev.partita.storage.rocks;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.concurrent.Uninterruptibly;
import dev.partita.base.error.DatabaseException;
import dev.partita.storage.Family;
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
 * Compaction of recent writes into the last level once nothing has been written for a while. A read
 * looks into every level above the last, and RocksDB by itself leaves data there for good. Write
 * amplification is bounded: a family is compacted only if the data above the last level is a fair
 * part of it, and not while RocksDB has compactions of its own to run. Few recent writes are left
 * in the memory table, where they are found faster than in a file.
 *
 * <p>The compaction runs on a thread of its own; the methods are for one thread at a time, inside a
 * counted call of the store.
 */
final class IdleCompaction {

  private static final Logger LOG = LoggerFactory.getLogger(IdleCompaction.class);
  private static final int IDLE_CHECKS = 3;
  private static final int MAX_BYTES_PER_NEW_BYTE = 8;
  private static final List<Family> FAMILIES = List.of(Family.ITEMS, Family.INDEX);

  private final RocksDB database;
  private final RocksStore store;
  private final FreeSpace freeSpace;
  private final long minNewBytes;
  private final AtomicBoolean running = new AtomicBoolean();
  private long lastWrite;
  private int idleChecks;
  private volatile @Nullable Thread compaction;

  /**
   * @param minNewBytes how much must lie above the last level for a compaction to start
   */
  IdleCompaction(RocksDB database, RocksStore store, FreeSpace freeSpace, long minNewBytes) {
    this.minNewBytes = minNewBytes;
    this.database = database;
    this.store = store;
    this.freeSpace = freeSpace;
  }

  /** Starts a compaction if the store is idle and one is due; called periodically. */
  void check() {
    long write = database.getLatestSequenceNumber();
    boolean idle = write == lastWrite && (running.get() || !isRocksCompacting());
    idleChecks = idle ? idleChecks + 1 : 0;
    lastWrite = write;
    if (idleChecks != IDLE_CHECKS || running.get()) {
      return;
    }
    List<Family> due = FAMILIES.stream().filter(this::isDue).toList();
    if (!due.isEmpty()) {
      running.set(true);
      compaction =
          Thread.ofPlatform().daemon().name("partita-compaction").start(() -> compact(due));
    }
  }

  /** Waits for a running compaction; to be called when the store is closing. */
  void awaitEnd() {
    Thread thread = compaction;
    if (thread != null) {
      Uninterruptibly.join(thread);
    }
  }

  private boolean isDue(Family family) {
    ColumnFamilyHandle handle = store.handle(family);
    ColumnFamilyMetaData files = database.getColumnFamilyMetaData(handle);
    long all = files.size() + property(handle, "rocksdb.cur-size-all-mem-tables");
    long added = all - files.levels().getLast().size();
    return added >= Math.max(minNewBytes, all / MAX_BYTES_PER_NEW_BYTE) && freeSpace.has(2 * all);
  }

  /** Whether RocksDB runs compactions of its own, or is about to. */
  private boolean isRocksCompacting() {
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

  private void compact(List<Family> families) {
    try {
      families.forEach(family -> store.compact(family, KeyRange.ALL));
    } catch (DatabaseException e) {
      LOG.debug("Idle compaction ended early: {}", e.getMessage());
    } finally {
      running.set(false);
    }
  }
}
