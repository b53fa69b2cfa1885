package dev.partita.replication;

import dev.partita.storage.Store;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The log of a node that is alone: an effect is one atomic write to its store, applied by the call
 * and committed with the next sync. The node leads for ever, in one term. Safe for use by any
 * number of threads.
 */
public final class LocalLog implements ReplicationLog, Leadership {

  private static final long TERM = 1;
  private static final CompletableFuture<@Nullable Void> CONFIRMED =
      CompletableFuture.completedFuture(null);

  private final Store store;

  /**
   * @param store partitions evaluate against what it has {@link Store#written() written}
   */
  public LocalLog(Store store) {
    this.store = store;
  }

  @Override
  public Proposal propose(Proposable change) {
    return Proposal.appliedAtOnce(store.append(change.batch()));
  }

  @Override
  public Leadership leadership() {
    return this;
  }

  @Override
  public long term() {
    return TERM;
  }

  @Override
  public boolean holdsLease() {
    return true;
  }

  @Override
  public CompletableFuture<@Nullable Void> readBarrier() {
    return CONFIRMED;
  }

  /** There are no changes to hear of. */
  @Override
  public void add(Listener listener) {}

  @Override
  public void remove(Listener listener) {}
}
