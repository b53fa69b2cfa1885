package dev.partita.collection;

import java.util.concurrent.atomic.AtomicLong;

/** Room for the results of all sorts that are under way. Safe for use by any number of threads. */
final class SortMemory {

  /** What one sort may take, as with MongoDB. */
  static final long BYTES_MAX = 100L << 20;

  private final AtomicLong left;

  SortMemory(long bytes) {
    this.left = new AtomicLong(bytes);
  }

  /** False if there is not as much left. */
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
}
