package dev.partita.partition;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * The logical partitions of a physical one that somebody has to himself for a while: writes to them
 * wait here, in their order, before they queue at the writer. Mostly there are none, and a write
 * finds that out at the price of a look. Safe for use by any number of threads.
 */
final class KeyTurns {

  private static final int WAITING_MAX = 1 << 14;

  private final int partition;
  private final Consumer<Pending> writer;
  private final Map<LogicalKey, Queue<Pending>> taken = new HashMap<>();
  private int waiting;
  private volatile boolean any;

  KeyTurns(int partition, Consumer<Pending> writer) {
    this.partition = partition;
    this.writer = writer;
  }

  /** Lets no more writes of others pass. Who has the turn ends it, in any case and soon. */
  synchronized void begin(LogicalKey key) {
    if (taken.putIfAbsent(key, new ArrayDeque<>()) != null) {
      throw new IllegalStateException("The logical partition is taken already.");
    }
    any = true;
  }

  /** Lets those who waited go on to the writer. */
  synchronized void end(LogicalKey key) {
    Queue<Pending> waited = taken.remove(key);
    if (waited != null) {
      any = !taken.isEmpty();
      waiting -= waited.size();
      waited.forEach(writer);
    }
  }

  /**
   * Has a write wait if somebody has the logical partition.
   *
   * @return whether it does
   */
  boolean detain(LogicalKey key, Pending write) {
    return any && detained(key, write);
  }

  private synchronized boolean detained(LogicalKey key, Pending write) {
    Queue<Pending> queue = taken.get(key);
    if (queue == null) {
      return false;
    }
    if (waiting >= WAITING_MAX) {
      throw new DatabaseException(
              ErrorCode.UNAVAILABLE, "Too many writes wait for this partition. Retry later.")
          .with("partition", partition)
          .with("waiting", WAITING_MAX);
    }
    queue.add(write);
    waiting++;
    return true;
  }
}
