package dev.partita.net;

import java.util.concurrent.atomic.AtomicLong;

/** The bytes that all connections of a server together may hold. Safe for any number of threads. */
final class ByteBudget {

  private final AtomicLong left;

  ByteBudget(long bytes) {
    left = new AtomicLong(bytes);
  }

  /** Takes the bytes, or nothing when so many are not left. */
  boolean tryTake(long bytes) {
    if (left.addAndGet(-bytes) >= 0) {
      return true;
    }
    left.addAndGet(bytes);
    return false;
  }

  void giveBack(long bytes) {
    left.addAndGet(bytes);
  }

  long left() {
    return left.get();
  }
}
