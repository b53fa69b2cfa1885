package dev.partita.replication;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of an effect that was proposed. Either moment may come first: on one node an effect
 * is written, so that the next one can be evaluated against it, and then synced; in a group it is
 * committed by a majority and then applied. Immutable; safe for use by any number of threads.
 *
 * <p>Both complete in the order of the proposals of a partition, on a thread that must not be kept.
 * A proposal has its outcome, at the latest, before this node leads in another term. They fail
 * together:
 *
 * <ul>
 *   <li>with {@link NotLeading} if the effect did not and will not happen, here or elsewhere: the
 *       work may be done again;
 *   <li>with anything else if nobody knows whether it did or will.
 * </ul>
 *
 * @param committed completes when nothing can undo the effect
 * @param applied completes when the effect is in the store that partitions evaluate against
 */
public record Proposal(
    CompletableFuture<@Nullable Void> committed, CompletableFuture<@Nullable Void> applied) {

  private static final CompletableFuture<@Nullable Void> AT_ONCE =
      CompletableFuture.completedFuture(null);

  /** A proposal that was applied by the call that made it. */
  public static Proposal appliedAtOnce(CompletableFuture<@Nullable Void> committed) {
    return new Proposal(committed, AT_ONCE);
  }

  /**
   * Whether the effect is applied, so that there is nothing to wait for before evaluating on it.
   */
  public boolean isApplied() {
    return applied.isDone() && !applied.isCompletedExceptionally();
  }

  /** Completes when both moments have come: then every later read at this node shows the effect. */
  public CompletableFuture<@Nullable Void> visible() {
    return isApplied() ? committed : committed.thenCombine(applied, (_, _) -> null);
  }
}
