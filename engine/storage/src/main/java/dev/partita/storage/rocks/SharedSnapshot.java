package dev.partita.storage.rocks;

import java.util.concurrent.atomic.AtomicInteger;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;

/**
 * A snapshot of a RocksDB with a count of its users: the last one to release it frees the native
 * object. Safe for use by any number of threads, inside counted calls of the store.
 */
final class SharedSnapshot {

  private final RocksDB database;
  private final org.rocksdb.Snapshot snapshot;
  private final ReadOptions options;
  private final AtomicInteger users = new AtomicInteger(1);

  /** Takes over the native snapshot; the caller is the first user. */
  SharedSnapshot(RocksDB database, org.rocksdb.Snapshot snapshot) {
    this.database = database;
    this.snapshot = snapshot;
    options = new ReadOptions().setSnapshot(snapshot);
  }

  /** The sequence number of the last operation in the snapshot. */
  long sequence() {
    return snapshot.getSequenceNumber();
  }

  /** Options to read at this snapshot with; closed with it. */
  ReadOptions options() {
    return options;
  }

  /** Adds a user; false if the snapshot has been freed already. */
  boolean tryUse() {
    int count = users.get();
    while (count > 0) {
      int found = users.compareAndExchange(count, count + 1);
      if (found == count) {
        return true;
      }
      count = found;
    }
    return false;
  }

  /** Removes a user, and frees the snapshot if that was the last. */
  void release() {
    if (users.decrementAndGet() == 0) {
      options.close();
      database.releaseSnapshot(snapshot);
    }
  }
}
