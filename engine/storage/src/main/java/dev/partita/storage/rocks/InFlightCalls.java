package dev.partita.storage;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Counts the calls that are inside a store, so that closing can wait for them: native memory must
 * not be freed under a running call. Safe for use by any number of threads.
 *
 * <p>Every call passes here, so the counts are spread over cache lines by thread, and passing costs
 * two uncontended atomic additions.
 */
final class Gate {

  /** In longs; two cache lines, since processors fetch them in pairs. */
  private static final int STRIDE = 16;

  private final int mask;
  private final AtomicLongArray inside;
  private volatile boolean closed;
  private volatile @Nullable Thread closer;

  Gate() {
    int stripes = Integer.highestOneBit(Runtime.getRuntime().availableProcessors() * 8 - 1);
    mask = stripes - 1;
    inside = new AtomicLongArray(stripes * STRIDE);
  }

  /** Enters, to be followed by {@link #leave} with the ticket that this returns. */
  int enter() {
    int ticket = tryEnter();
    if (ticket < 0) {
      throw closed();
    }
    return ticket;
  }

  /** For calls that take long: throws if they should leave, because the gate was closed. */
  void requireOpen() {
    if (closed) {
      throw closed();
    }
  }

  /** Like {@link #enter}, but returns a negative number if the gate is closed. */
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

  /** Keeps new calls out; false if they were kept out before. For one thread at a time. */
  boolean close() {
    if (closed) {
      return false;
    }
    closer = Thread.currentThread();
    closed = true;
    return true;
  }

  /** Waits until every call has left; for the thread that closed the gate. */
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
