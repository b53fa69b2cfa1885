package dev.partita.cli.transfer;

import dev.partita.base.error.DatabaseException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.DoubleAdder;
import org.jspecify.annotations.Nullable;

/** Outcome of each entry of an import. Safe for use by any number of threads. */
final class ImportLedger {

  private final Rejections rejections;
  private final Watermark watermark;
  private final AtomicLong imported = new AtomicLong();
  private final AtomicLong waits = new AtomicLong();
  private final DoubleAdder charge = new DoubleAdder();
  private final AtomicReference<@Nullable DatabaseException> failure = new AtomicReference<>();
  private volatile boolean stopped;

  /**
   * @param skip number of entries at the beginning that an earlier import settled
   */
  ImportLedger(Rejections rejections, long skip) {
    this.rejections = rejections;
    this.watermark = new Watermark(skip);
  }

  void accept(Entry entry) {
    imported.incrementAndGet();
    watermark.settle(entry.number());
  }

  /**
   * @param status status of the response; 0 if the entry was never sent
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

  /** Ends the import: entries that have not been sent yet stay unsettled. */
  void stop() {
    stopped = true;
  }

  /** Ends the import with a failure; the first one counts. */
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

  /** Number of times the server throttled a request. */
  long waits() {
    return waits.get();
  }

  double charge() {
    return charge.sum();
  }

  /** Number of the entry up to which all are settled. */
  long reached() {
    return watermark.reached();
  }
}
