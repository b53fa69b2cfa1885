package dev.partita.storage;

import dev.partita.base.bytes.KeyRange;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;

/**
 * A moment of a {@link RocksStore}. It counts its users, so that closing it while another thread
 * reads is safe: the last one out frees the native part.
 */
final class RocksSnapshot implements Snapshot, RocksStore.Resource {

  private final RocksStore store;
  private final org.rocksdb.Snapshot moment;
  private final ReadOptions readOptions;
  private final AtomicInteger users = new AtomicInteger(1);

  /** To be made inside the store's gate. */
  RocksSnapshot(RocksStore store, org.rocksdb.Snapshot moment) {
    this.store = store;
    this.moment = moment;
    readOptions = new ReadOptions().setSnapshot(moment);
  }

  @Override
  public byte @Nullable [] get(Family family, byte[] key) {
    int ticket = enter();
    try {
      return store.get(family, readOptions, key);
    } finally {
      leave(ticket);
    }
  }

  @Override
  public List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
    int ticket = enter();
    try {
      return store.getAll(family, readOptions, keys);
    } finally {
      leave(ticket);
    }
  }

  @Override
  public Cursor scan(Family family, KeyRange range) {
    int ticket = enter();
    try {
      return store.scan(family, new ReadOptions(readOptions), range);
    } finally {
      leave(ticket);
    }
  }

  @Override
  public void close() {
    int ticket = store.gate().tryEnter();
    if (ticket < 0) {
      return; // The store frees, or has freed, everything that was open.
    }
    try {
      if (store.forget(this)) {
        release();
      }
    } finally {
      store.gate().leave(ticket);
    }
  }

  /** Gives up one use. The store does it too when it closes, instead of {@link #close}. */
  @Override
  public void release() {
    if (users.decrementAndGet() == 0) {
      readOptions.close();
      store.releaseMoment(moment);
    }
  }

  private int enter() {
    int ticket = store.gate().enter();
    if (users.getAndUpdate(count -> count == 0 ? 0 : count + 1) == 0) {
      store.gate().leave(ticket);
      throw new IllegalStateException("The snapshot is closed.");
    }
    return ticket;
  }

  private void leave(int ticket) {
    release();
    store.gate().leave(ticket);
  }
}
