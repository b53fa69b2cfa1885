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
 * Entries on their way, in order, several to a request. One thread offers, another one runs it.
 *
 * <p>A request never has two entries of the same address: one that is to be tried again could
 * otherwise undo a later one.
 */
final class Lane implements Runnable {

  private static final int CAPACITY = 256;
  private static final int BATCH_MAX = 50;
  private static final int BATCH_BYTES_MAX = 512 << 10;
  private static final long WAIT_MILLIS = 50;

  private final Ledger ledger;
  private final Sender sender;
  private final BlockingQueue<Parcel> queue = new ArrayBlockingQueue<>(CAPACITY);
  private volatile boolean finished;

  Lane(Ledger ledger, Sender sender) {
    this.ledger = ledger;
    this.sender = sender;
  }

  /** Takes a parcel, if there is room within a moment. */
  boolean offer(Parcel parcel) throws InterruptedException {
    return queue.offer(parcel, WAIT_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Nothing more will be offered. */
  void finish() {
    finished = true;
  }

  @Override
  public void run() {
    Deque<Parcel> waiting = new ArrayDeque<>();
    try {
      while (!ledger.isStopped()) {
        boolean last = finished;
        queue.drainTo(waiting, BATCH_MAX);
        if (waiting.isEmpty()) {
          if (last) {
            return;
          }
          Parcel next = queue.poll(WAIT_MILLIS, TimeUnit.MILLISECONDS);
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

  private static List<Parcel> batch(Deque<Parcel> waiting) {
    List<Parcel> batch = new ArrayList<>();
    Set<String> addresses = new HashSet<>();
    int bytes = 0;
    for (Parcel next = waiting.peek(); next != null; next = waiting.peek()) {
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
