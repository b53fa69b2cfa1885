package dev.partita.cli.transfer;

import dev.partita.base.error.DatabaseException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Queue of entries that are sent in order, several to a request. One thread offers, another one
 * runs it.
 *
 * <p>A request never has two entries of the same address: a retry of the earlier one could
 * otherwise overwrite the later one.
 */
final class Lane implements Runnable {

  private static final int CAPACITY = 256;
  private static final int BATCH_MAX = 50;
  private static final int BATCH_BYTES_MAX = 512 << 10;
  private static final long WAIT_MILLIS = 50;

  private final ImportLedger ledger;
  private final Sender sender;
  private final BlockingQueue<KeyedEntry> queue = new ArrayBlockingQueue<>(CAPACITY);
  private volatile boolean finished;

  Lane(ImportLedger ledger, Sender sender) {
    this.ledger = ledger;
    this.sender = sender;
  }

  /** Adds an entry, if there is room within a moment. */
  boolean offer(KeyedEntry keyed) throws InterruptedException {
    return queue.offer(keyed, WAIT_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Declares that nothing more will be offered. */
  void finish() {
    finished = true;
  }

  @Override
  public void run() {
    Deque<KeyedEntry> waiting = new ArrayDeque<>();
    try {
      while (!ledger.isStopped()) {
        boolean last = finished;
        queue.drainTo(waiting, BATCH_MAX);
        if (waiting.isEmpty()) {
          if (last) {
            return;
          }
          KeyedEntry next = queue.poll(WAIT_MILLIS, TimeUnit.MILLISECONDS);
          if (next == null) {
            continue;
          }
          waiting.add(next);
          queue.drainTo(waiting, BATCH_MAX - 1);
        }
        sender.send(batch(waiting), ledger);
      }
    } catch (DatabaseException e) {
      ledger.fail(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      ledger.stop();
    }
  }

  private static List<KeyedEntry> batch(Deque<KeyedEntry> waiting) {
    List<KeyedEntry> batch = new ArrayList<>();
    Set<String> addresses = new HashSet<>();
    int bytes = 0;
    for (KeyedEntry next = waiting.peek(); next != null; next = waiting.peek()) {
      bytes += next.sizeBytes();
      boolean full = batch.size() == BATCH_MAX || bytes > BATCH_BYTES_MAX;
      if (!batch.isEmpty() && (full || !addresses.add(next.address()))) {
        break;
      }
      addresses.add(next.address());
      batch.add(waiting.remove());
    }
    return batch;
  }
}
