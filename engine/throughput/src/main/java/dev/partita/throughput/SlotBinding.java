package dev.partita.throughput;

/**
 * Binding of a physical partition to the slot of a pool whose budget it spends. Safe for use by any
 * number of threads. The pool may move the partition to another slot when the number of slots
 * changes, so callers ask for the budget at every request.
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

  /** Releases the slot when the partition is closed. Closing twice has no effect. */
  @Override
  public void close() {
    pool.release(this);
  }
}
