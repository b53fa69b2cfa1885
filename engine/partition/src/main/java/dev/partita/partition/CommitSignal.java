package dev.partita.partition;

import dev.partita.base.time.Deadline;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A wait for the next commit that touches a logical partition, for long polls and the like. It is
 * given once. The caller opens it first, then looks whether there is what it waits for, and only
 * then waits, so that no commit falls between looking and waiting; after it was given the caller
 * opens another one and looks again.
 *
 * <p>It may be given although nothing has changed: when the partition is split or merged, or when
 * this node leads no more, the caller has to look elsewhere. Safe for use by any number of threads.
 */
public final class CommitSignal implements AutoCloseable {

  private final CommitSignals signals;
  private final LogicalKey key;
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();

  CommitSignal(CommitSignals signals, LogicalKey key) {
    this.signals = signals;
    this.key = key;
  }

  LogicalKey key() {
    return key;
  }

  /** Completes with true when the signal is given, with false when it is closed before. */
  public CompletableFuture<Boolean> ended() {
    return ended.copy();
  }

  /**
   * Waits for the end.
   *
   * @return whether the signal was given; false if it was closed, or the deadline is over
   */
  public boolean await(Deadline deadline) throws InterruptedException {
    while (true) {
      try {
        return ended.get(deadline.nanosLeft(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        if (deadline.isOver()) {
          return false;
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException("A signal does not fail.", e);
      }
    }
  }

  void give() {
    ended.complete(true);
  }

  /** Gives the wait up; without effect once it was given. */
  @Override
  public void close() {
    if (ended.complete(false)) {
      signals.remove(this);
    }
  }
}
