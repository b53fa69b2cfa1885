package dev.partita.replication;

import dev.partita.storage.Store;

/** Durability on this node alone: the effect is one atomic write to the store. */
public final class LocalReplicator implements Replicator {

  private final Store store;

  public LocalReplicator(Store store) {
    this.store = store;
  }

  @Override
  public void commit(Effect effect) {
    store.write(effect.batch());
  }
}
