package dev.partita.storage;

import java.util.concurrent.atomic.AtomicInteger;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;

/**
 * A moment of a RocksDB that several may read at. It counts its users, so that the last one out
 * frees the native part, whoever that is. To be used inside the store's gate.
 */
final class RocksMoment {

  private final RocksDB database;
  private final org.rocksdb.Snapshot moment;
  private final ReadOptions options;
  private final AtomicInteger users = new AtomicInteger(1);

  /** Takes the moment over; its maker is the first user. */
  RocksMoment(RocksDB database, org.rocksdb.Snapshot moment) {
    this.database = database;
    this.moment = moment;
    options = new ReadOptions().setSnapshot(moment);
  }

  /** The last operation before the moment. */
  long sequence() {
    return moment.getSequenceNumber();
  }

  /** For reading at this moment; the moment's own to close. */
  ReadOptions options() {
    return options;
  }

  /** Becomes a user, unless the last one has gone already. */
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

  /** Gives up one use. */
  void release() {
    if (users.decrementAndGet() == 0) {
      options.close();
      database.releaseSnapshot(moment);
    }
  }
}
