package dev.partita.cli.transfer;

import dev.partita.base.error.DatabaseException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.DoubleAdder;
import org.jspecify.annotations.Nullable;

/** The account of an import: what became of each entry. Safe for use by any number of threads. */
final class Ledger {

  private final Rejections rejections;
  private final Watermark watermark;
  private final AtomicLong imported = new AtomicLong();
  private final AtomicLong waits = new AtomicLong();
  private final DoubleAdder charge = new DoubleAdder();
  private final AtomicReference<@Nullable DatabaseException> failure = new AtomicReference<>();
  private volatile boolean stopped;

  /**
   * @param skip how many entries at the beginning were settled before
   */
  Ledger(Rejections rejections, long skip) {
    this.rejections = rejections;
    this.watermark = new Watermark(skip);
  }

  void accept(Entry entry) {
    imported.incrementAndGet();
    watermark.settle(entry.number());
  }

  /**
   * @param status what the server answered; 0 if it never saw the entry
   */
  void reject(Entry entry, int status, String reason) {
    rejections.add(entry, status, reason);
    watermark.settle(entry.number());
  }

  void spend(double requestUnits) {
    charge.add(requestUnits);
  }

  void noteWait() {
    waits.incrementAndGet();
  }

  /** Ends the import: what has not been sent yet stays unsettled. */
  void stop() {
    stopped = true;
  }

  /** Ends the import for a reason; the first one counts. */
  void fail(DatabaseException reason) {
    failure.compareAndSet(null, reason);
    stop();
  }

  boolean isStopped() {
    return stopped;
  }

  void throwFailure() {
    DatabaseException reason = failure.get();
    if (reason != null) {
      throw reason;
    }
  }

  long imported() {
    return imported.get();
  }

  long rejected() {
    return rejections.count();
  }

  /** How often the server said to wait for throughput. */
  long waits() {
    return waits.get();
  }

  double charge() {
    return charge.sum();
  }

  /** The number of the entry with which all before it are settled. */
  long reached() {
    return watermark.reached();
  }
}
