package dev.partita.script;

import com.sun.management.ThreadMXBean;
import dev.partita.base.time.Clock;
import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Detection of scripts that retain too much memory. A script cannot retain more than it has
 * allocated, which is known exactly. One that has allocated much is examined when the heap, after a
 * full collection and without what other scripts may retain, has grown by as much since the script
 * began. So memory that a script allocates and drops does not count, however fast it does that.
 * Safe for use by any number of threads.
 */
final class KeptMemory {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Allowance for memory that the rest of the process may retain meanwhile. */
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
   * Allocation of the script on one thread since it began; used by that thread and the watchdog.
   */
  final class Account implements AutoCloseable {

    private final long thread = Thread.currentThread().threadId();
    private volatile long startBytes;
    private volatile long heapBytes;
    private volatile long collections;

    private Account() {
      begin();
    }

    /** Resets the account for the next script. */
    void begin() {
      startBytes = THREADS.getCurrentThreadAllocatedBytes();
      heapBytes = heap.usedBytes();
      collections = heap.fullCollections();
    }

    /** Bytes that the script has allocated, whether it retains them or not. */
    long askedBytes() {
      return THREADS.getThreadAllocatedBytes(thread) - startBytes;
    }

    private long keepsAtMost() {
      return Math.clamp(askedBytes(), 0, limitBytes);
    }

    /** Whether the script retains more than its limit; called by the watchdog. */
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

  /** Collects garbage at most once in a while, whatever scripts do. */
  private synchronized void collect() {
    long now = clock.nanos();
    if (!asked || now - askedNanos > BETWEEN_COLLECTIONS_NANOS) {
      asked = true;
      askedNanos = now;
      heap.collect();
    }
  }
}
