package dev.partita.replication;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The way from an evaluated commit to a durable one. Safe for use by any number of threads. */
public interface Replicator {

  /**
   * Takes the effect, to make it durable and then visible. A partition has at most one call under
   * way, so the effects of one partition arrive in the order of their log sequence numbers; it may
   * hand over the next before this one is durable. They become durable in that order too, and none
   * does without those before it.
   *
   * @return completes when the effect is durable and visible, in the order of the calls, on a
   *     thread that must not be kept; fails if nobody knows whether it happened, and then so does
   *     every later one
   * @throws dev.partita.base.error.DatabaseException if the effect did not and will not happen
   */
  CompletableFuture<@Nullable Void> commit(Effect effect);
}
