package dev.partita.storage.rocks;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A count of the calls that a store is executing, so that closing can wait for them: native memory
 * must not be freed under a running call. Safe for use by any number of threads.
 *
 * <p>Every call of a store is counted, so the counts are striped over cache lines by thread, and
 * counting a call costs two uncontended atomic additions.
 */
final class InFlightCalls {

  /** In longs; two cache lines, since processors fetch them in pairs. */
  private static final int STRIDE = 16;

  private final int mask;
  private final AtomicLongArray inside;
  private volatile boolean closed;
  private volatile @Nullable Thread closer;

  InFlightCalls() {
    int stripes = Integer.highestOneBit(Runtime.getRuntime().availableProcessors() * 8 - 1);
    mask = stripes - 1;
    inside = new AtomicLongArray(stripes * STRIDE);
  }

  /** Counts a call until {@link #leave} is called with the ticket that this returns. */
  int enter() {
    int ticket = tryEnter();
    if (ticket < 0) {
      throw closed();
    }
    return ticket;
  }

  /** Throws if the store is closing, for calls that take long to look at now and then. */
  void requireOpen() {
    if (closed) {
      throw closed();
    }
  }

  /** Counts a call as {@link #enter}, but returns a negative number if the store is closing. */
  int tryEnter() {
    int ticket = ((int) Thread.currentThread().threadId() & mask) * STRIDE;
    inside.getAndIncrement(ticket);
    if (closed) {
      leave(ticket);
      return -1;
    }
    return ticket;
  }

  void leave(int ticket) {
    inside.getAndDecrement(ticket);
    if (closed) {
      LockSupport.unpark(closer);
    }
  }

  private static DatabaseException closed() {
    return new DatabaseException(ErrorCode.UNAVAILABLE, "The store is closed.");
  }

  /** Refuses calls from now on; false if they were refused before. For one thread at a time. */
  boolean close() {
    if (closed) {
      return false;
    }
    closer = Thread.currentThread();
    closed = true;
    return true;
  }

  /** Waits until no call is running; for the thread that has called {@link #close}. */
  void awaitEmpty() {
    boolean interrupted = false;
    for (int stripe = 0; stripe <= mask; stripe++) {
      while (inside.get(stripe * STRIDE) != 0) {
        LockSupport.park(this);
        interrupted |= Thread.interrupted();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
