package dev.partita.throughput;

/**
 * The tie between a physical partition and the slot of a pool whose budget it spends. Safe for any
 * number of threads. The pool may move the partition to another slot when the number of slots
 * changes, so the budget is asked for at every request rather than kept.
 */
public final class SlotBinding implements AutoCloseable {

  private final ThroughputPool pool;
  private volatile Budget budget;

  SlotBinding(ThroughputPool pool, Budget budget) {
    this.pool = pool;
    this.budget = budget;
  }

  public Budget budget() {
    return budget;
  }

  void moveTo(Budget other) {
    budget = other;
  }

  /** Gives the place in the slot back; the partition is gone. Closing twice does nothing more. */
  @Override
  public void close() {
    pool.release(this);
  }
}
