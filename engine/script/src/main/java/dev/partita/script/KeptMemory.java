package dev.partita.script;

import com.sun.management.ThreadMXBean;
import dev.partita.base.time.Clock;
import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Finds the scripts that keep too much memory. A script cannot keep more than it has asked for, and
 * that is known; one that has asked for much is looked at when the heap has grown by as much since
 * it began, after a collection of all of it and without what other scripts may keep. So what a
 * script asks for and lets go does not count, however fast it does that. Safe for use by any number
 * of threads.
 */
final class KeptMemory {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** How much else may come to be kept while a script runs. */
  private static final long OTHERS_BYTES = 32 << 20;

  private static final long BETWEEN_COLLECTIONS_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Clock clock;
  private final long limitBytes;
  private final Heap heap = Heap.OF_PROCESS;
  private final Set<Account> accounts = ConcurrentHashMap.newKeySet();
  private long askedNanos;
  private boolean asked;

  KeptMemory(Clock clock, long limitBytes) {
    this.clock = clock;
    this.limitBytes = limitBytes;
  }

  /**
   * What the script of a thread has asked for since it began; used by that thread and the watch.
   */
  final class Account implements AutoCloseable {

    private final long thread = Thread.currentThread().threadId();
    private volatile long startBytes;
    private volatile long heapBytes;
    private volatile long collections;

    private Account() {
      begin();
    }

    /** Begins anew. */
    void begin() {
      startBytes = THREADS.getCurrentThreadAllocatedBytes();
      heapBytes = heap.usedBytes();
      collections = heap.fullCollections();
    }

    /** How much the script has asked for, whether it keeps it or not. */
    long askedBytes() {
      return THREADS.getThreadAllocatedBytes(thread) - startBytes;
    }

    private long keepsAtMost() {
      return Math.clamp(askedBytes(), 0, limitBytes);
    }

    /** Whether the script keeps more than it may; for the watch. */
    boolean isTooMuch() {
      if (askedBytes() <= limitBytes) {
        return false;
      }
      long ceiling = heapBytes + limitBytes + OTHERS_BYTES + keptByOthers();
      if (heap.fullCollections() > collections && heap.keptBytes() > ceiling) {
        return true;
      }
      if (heap.usedBytes() > ceiling) {
        collect();
      }
      return false;
    }

    private long keptByOthers() {
      return accounts.stream()
          .filter(account -> account != this)
          .mapToLong(Account::keepsAtMost)
          .sum();
    }

    @Override
    public void close() {
      accounts.remove(this);
    }
  }

  /** Opens the account of the script that is about to run on this thread. */
  Account open() {
    Account account = new Account();
    accounts.add(account);
    return account;
  }

  /** Not more often than now and then, whatever scripts do. */
  private synchronized void collect() {
    long now = clock.nanos();
    if (!asked || now - askedNanos > BETWEEN_COLLECTIONS_NANOS) {
      asked = true;
      askedNanos = now;
      heap.collect();
    }
  }
}
