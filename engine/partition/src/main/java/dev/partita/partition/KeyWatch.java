package dev.partita.partition;

import dev.partita.storage.Snapshot;

/**
 * A snapshot, and an eye on one logical partition since: for work that is too long for the writer,
 * which reads here and has its writes made at the end if nothing has come between. Any thread may
 * ask it; its owner closes it.
 */
public final class KeyWatch implements AutoCloseable {

  private final KeyWatches watches;
  private final LogicalKey key;
  private final int partition;
  private final PartitionState before;
  private final Snapshot snapshot;
  private volatile boolean changed;

  KeyWatch(
      KeyWatches watches, LogicalKey key, int partition, PartitionState before, Snapshot snapshot) {
    this.watches = watches;
    this.key = key;
    this.partition = partition;
    this.before = before;
    this.snapshot = snapshot;
  }

  public Snapshot snapshot() {
    return snapshot;
  }

  /** The partition as the snapshot shows it. */
  public PartitionState before() {
    return before;
  }

  /** Whether a transaction has been evaluated since that writes to the logical partition. */
  public boolean isChanged() {
    return changed;
  }

  /**
   * Within a transaction on the same key: whether it continues from the snapshot. It does not if
   * another partition has come to be in charge.
   */
  public boolean precedes(Transaction transaction) {
    return !changed && transaction.partition() == partition;
  }

  LogicalKey key() {
    return key;
  }

  void change() {
    changed = true;
  }

  @Override
  public void close() {
    watches.remove(this);
    snapshot.close();
  }
}
