package dev.partita.storage.rocks;

import dev.partita.storage.Snapshot;

/**
 * A snapshot of a {@link RocksStore}. Safe for use by any number of threads, also while another one
 * closes it.
 */
final class RocksSnapshot extends RocksReader implements Snapshot, RocksStore.Resource {

  private final SharedSnapshot shared;
  private volatile boolean closed;

  /** Takes over one use of the shared snapshot. */
  RocksSnapshot(RocksStore store, SharedSnapshot shared) {
    super(store);
    this.shared = shared;
  }

  @Override
  SharedSnapshot acquire() {
    if (closed || !shared.tryUse()) {
      throw new IllegalStateException("The snapshot is closed.");
    }
    return shared;
  }

  @Override
  public void close() {
    int ticket = store.calls().tryEnter();
    if (ticket < 0) {
      return; // The store frees, or has freed, everything that was open.
    }
    try {
      closed = true;
      if (store.forget(this)) {
        release();
      }
    } finally {
      store.calls().leave(ticket);
    }
  }

  /** Also called by the store when it closes, instead of {@link #close}. */
  @Override
  public void release() {
    shared.release();
  }
}
