package dev.partita.net.transport;

import java.util.concurrent.atomic.AtomicLong;

/** The bytes that all connections of a server together may hold. Safe for any number of threads. */
public final class ByteBudget {

  private final AtomicLong left;

  public ByteBudget(long bytes) {
    left = new AtomicLong(bytes);
  }

  /** Takes the bytes, or nothing when so many are not left. */
  public boolean tryTake(long bytes) {
    if (left.addAndGet(-bytes) >= 0) {
      return true;
    }
    left.addAndGet(bytes);
    return false;
  }

  public void giveBack(long bytes) {
    left.addAndGet(bytes);
  }

  public long left() {
    return left.get();
  }
}
