package dev.partita.storage;

/** A moment of a {@link RocksStore}. Closing it while another thread reads is safe. */
final class RocksSnapshot extends RocksReader implements Snapshot, RocksStore.Resource {

  private final RocksMoment moment;
  private volatile boolean closed;

  /** Takes over one use of the moment. */
  RocksSnapshot(RocksStore store, RocksMoment moment) {
    super(store);
    this.moment = moment;
  }

  @Override
  RocksMoment moment() {
    if (closed || !moment.tryUse()) {
      throw new IllegalStateException("The snapshot is closed.");
    }
    return moment;
  }

  @Override
  public void close() {
    int ticket = store.gate().tryEnter();
    if (ticket < 0) {
      return; // The store frees, or has freed, everything that was open.
    }
    try {
      closed = true;
      if (store.forget(this)) {
        release();
      }
    } finally {
      store.gate().leave(ticket);
    }
  }

  /** The store calls it too when it closes, instead of {@link #close}. */
  @Override
  public void release() {
    moment.release();
  }
}
