package dev.partita.storage.rocks;

import dev.partita.storage.log.LogWatch;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * A sync of the log, recorded in the note of what was synced. While the volume is nearly full the
 * files are synced without RocksDB, which takes a sync that finds no room for damage. For one
 * thread at a time, inside a counted call of the store.
 */
final class LogSync implements RocksLog.Sync {

  private final RocksDB database;
  private final RocksLogFiles files;
  private final FreeSpace freeSpace;
  private final @Nullable LogWatch watch;

  /**
   * @param watch null if syncs are not recorded
   */
  LogSync(RocksDB database, RocksLogFiles files, FreeSpace freeSpace, @Nullable LogWatch watch) {
    this.database = database;
    this.files = files;
    this.freeSpace = freeSpace;
    this.watch = watch;
  }

  @Override
  public void prepare() {
    if (watch != null) {
      watch.beforeSync();
    }
  }

  @Override
  public void run() throws RocksDBException {
    if (freeSpace.isScarce()) {
      files.sync();
    } else {
      database.syncWal();
    }
  }

  @Override
  public void done(long sequence) {
    if (watch != null) {
      watch.synced(sequence);
    }
  }
}
