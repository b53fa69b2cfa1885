package dev.partita.graph;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.key.PartitionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Who runs again because others were quicker has the logical partition in question to himself for a
 * while, one after the other, so that everyone comes to an end. It keeps no other from committing
 * for long: it makes progress likely, and nothing correct depends on it. Safe for use by any number
 * of threads.
 */
final class Turns {

  private static final int STRIPES = 64;

  private static final long TURN_WAIT_MILLIS = 5_000;

  /** How long a commit waits for those who run again. */
  private static final long COMMIT_WAIT_MILLIS = 500;

  /** Gives back what was taken, on the thread that took it. */
  interface Turn extends AutoCloseable {
    @Override
    void close();
  }

  private final ReentrantReadWriteLock[] locks = new ReentrantReadWriteLock[STRIPES];

  Turns() {
    for (int i = 0; i < STRIPES; i++) {
      locks[i] = new ReentrantReadWriteLock(true);
    }
  }

  private static int stripe(PartitionKey partition) {
    return Math.floorMod(partition.hashCode(), STRIPES);
  }

  /** Waits until it is one's turn to run again, or as long as one waits for it at most. */
  Turn again(PartitionKey partition) {
    Lock lock = locks[stripe(partition)].writeLock();
    try {
      return lock.tryLock(TURN_WAIT_MILLIS, TimeUnit.MILLISECONDS) ? lock::unlock : () -> {};
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Lets those who run again commit first. */
  Turn commit(Set<PartitionKey> partitions) {
    Set<Integer> stripes = new TreeSet<>();
    partitions.forEach(partition -> stripes.add(stripe(partition)));
    List<Lock> taken = new ArrayList<>(stripes.size());
    Turn turn = () -> taken.forEach(Lock::unlock);
    try {
      for (int stripe : stripes) {
        Lock lock = locks[stripe].readLock();
        if (lock.tryLock(COMMIT_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
          taken.add(lock);
        }
      }
    } catch (InterruptedException e) {
      turn.close();
      throw interrupted(e);
    }
    return turn;
  }

  private static DatabaseException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new DatabaseException(
        ErrorCode.TIMEOUT, "The traversal was ended while it waited for others.", e);
  }
}
