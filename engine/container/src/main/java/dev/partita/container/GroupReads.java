package dev.partita.container;

import dev.partita.base.concurrent.WouldWait;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.base.time.Deadline;
import dev.partita.partition.ReadLease;
import dev.partita.replication.Leadership;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Reads of a replication group on this node, which may lead it or not. Where it does not, the state
 * is as new as the last read barrier. Safe for use by any number of threads.
 */
final class GroupReads implements ReadLease {

  /** How long reads without a deadline wait for someone to take charge. */
  private static final long WAIT_MILLIS = 10_000;

  private final Leadership leadership;
  private final RouteChanges routes;
  private final Clock clock;

  /** When the newest of the barriers was asked for that have come; none has before the first. */
  private volatile @Nullable Long provedNanos;

  /**
   * @param routes where reads wait for a leader
   */
  GroupReads(Leadership leadership, RouteChanges routes, Clock clock) {
    this.leadership = leadership;
    this.routes = routes;
    this.clock = clock;
  }

  @Override
  public boolean isHeld() {
    return leadership.holdsLease();
  }

  @Override
  public boolean isReadable() {
    return leadership.isReadable();
  }

  @Override
  public void await(Deadline deadline) {
    WouldWait.refuse();
    Deadline patience = Deadline.in(WAIT_MILLIS, clock);
    while (true) {
      long begunNanos = clock.nanos();
      Throwable refusal =
          barrier(deadline.nanosLeft() < patience.nanosLeft() ? deadline : patience);
      if (refusal == null) {
        proved(begunNanos);
        return;
      }
      deadline.require();
      if (patience.isOver()) {
        throw new DatabaseException(
            ErrorCode.UNAVAILABLE,
            "No node leads the partition, the one that does cannot be reached, or this node keeps"
                + " no replica of it. Retry later, or ask another node.",
            refusal);
      }
      routes.next().join();
    }
  }

  @Override
  public void await(Deadline deadline, long nanos) {
    Long known = provedNanos;
    if (known == null || clock.nanos() - known > nanos) {
      await(deadline);
    }
  }

  private synchronized void proved(long begunNanos) {
    Long known = provedNanos;
    if (known == null || known - begunNanos < 0) {
      provedNanos = begunNanos;
    }
  }

  /** What kept the barrier from coming; null if it has come. */
  private @Nullable Throwable barrier(Deadline deadline) {
    CompletableFuture<@Nullable Void> barrier = leadership.readBarrier();
    try {
      barrier.get(Math.max(0, deadline.nanosLeft()), TimeUnit.NANOSECONDS);
      return null;
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      if (Rerouting.isRefusal(cause)) {
        return cause;
      }
      throw cause instanceof DatabaseException known
          ? known
          : new IllegalStateException("A read barrier has failed.", cause);
    } catch (TimeoutException e) {
      return e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseException(ErrorCode.UNAVAILABLE, "The server is stopping.", e);
    }
  }
}
