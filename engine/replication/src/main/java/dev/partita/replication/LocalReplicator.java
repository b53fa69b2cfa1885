package dev.partita.replication;

import dev.partita.storage.Store;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Durability on this node alone: the effect is one atomic write to the store. */
public final class LocalReplicator implements Replicator {

  private final Store store;

  public LocalReplicator(Store store) {
    this.store = store;
  }

  @Override
  public CompletableFuture<@Nullable Void> commit(Effect effect) {
    return store.append(effect.batch());
  }
}
