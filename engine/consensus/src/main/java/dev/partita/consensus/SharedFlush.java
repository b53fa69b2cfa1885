package dev.partita.consensus;

/** A flush that groups which want one at the same time share. Safe for any number of threads. */
final class SharedFlush {

  private final Runnable flush;
  private final Object flushing = new Object();
  private long begun;
  private long done;

  SharedFlush(Runnable flush) {
    this.flush = flush;
  }

  /** Returns when a flush that began after the call is done. */
  void run() {
    long wanted;
    synchronized (this) {
      wanted = begun + 1;
    }
    synchronized (flushing) {
      synchronized (this) {
        if (done >= wanted) {
          return;
        }
        begun++;
        wanted = begun;
      }
      flush.run();
      synchronized (this) {
        done = wanted;
      }
    }
  }
}
