package dev.partita.container;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Deadline;
import dev.partita.partition.PartitionFenced;
import dev.partita.partition.PartitionRetired;
import dev.partita.replication.NotInCharge;
import dev.partita.replication.NotLeading;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The way of one request from a partition that refused it to the one that takes it, for as long as
 * the request has. Only what has certainly not been done is done again; where the outcome is
 * unknown, the caller is told so. For one attempt at a time.
 */
public final class Rerouting {

  private final Container container;
  private final Deadline deadline;
  private int refusals;

  Rerouting(Container container, Deadline deadline) {
    this.container = container;
    this.deadline = deadline;
  }

  /** Whether work failed with this because the partition asked is not in charge. */
  public static boolean isRefusal(@Nullable Throwable failure) {
    return refusal(failure) != null;
  }

  private static @Nullable NotInCharge refusal(@Nullable Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return cause instanceof NotInCharge refusal ? refusal : null;
  }

  /**
   * Waits until it is worth finding out again who is in charge.
   *
   * @param failure of the last attempt
   * @throws CompletionException the failure, if it is another one than a refusal; with UNAVAILABLE
   *     if the request has no more time
   */
  public void await(CompletionException failure) {
    if (!isRefusal(failure)) {
      throw failure;
    }
    next(failure).join();
  }

  /** The same without waiting: completes when it is worth it, or fails. */
  CompletableFuture<@Nullable Void> next(Throwable failure) {
    refusals++;
    return switch (refusal(failure)) {
      case null -> CompletableFuture.failedFuture(failure);
      // It is for another node, and whoever has it done finds out for which.
      case NotLeading _ when container.forwarding() != null ->
          CompletableFuture.failedFuture(failure);
      case NotInCharge refusal when deadline.isOver() ->
          CompletableFuture.failedFuture(tooLate(refusal));
      case PartitionFenced fenced -> passed(fenced);
      // The map names its successors already, as a rule.
      case PartitionRetired _ when refusals == 1 -> CompletableFuture.completedFuture(null);
      case NotInCharge _ -> container.routeChange();
    };
  }

  private CompletableFuture<@Nullable Void> passed(PartitionFenced fenced) {
    CompletableFuture<@Nullable Void> passed =
        container
            .passFence(fenced.epoch())
            .exceptionallyCompose(
                failure ->
                    isRefusal(failure)
                        ? container.routeChange()
                        : CompletableFuture.failedFuture(failure));
    // Once is enough, unless the partition has not been told yet.
    return refusals == 1 ? passed : passed.thenCompose(_ -> container.routeChange());
  }

  private DatabaseException tooLate(NotInCharge last) {
    return new DatabaseException(
            ErrorCode.UNAVAILABLE,
            "No node has taken charge of the partition in time. Nothing was done; retry later.",
            last)
        .with("container", container.record().name())
        .with("refusals", refusals);
  }
}
