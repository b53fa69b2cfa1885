package dev.partita.container;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A count of documents that the quick way of reading failed on, so that they were read the plain
 * way. Each is a defect that costs time and nothing else; the first is logged. Safe for use by any
 * number of threads.
 */
public final class ScanFailures {

  private static final Logger LOG = LoggerFactory.getLogger(ScanFailures.class);

  private final LongAdder count = new LongAdder();
  private final AtomicBoolean logged = new AtomicBoolean();

  /** Notes a failure. */
  public void add(RuntimeException failure) {
    count.increment();
    if (!logged.getAndSet(true)) {
      LOG.error(
          "A document could not be read the quick way, which is a defect, and was read the plain"
              + " way. Others like it are counted and not logged.",
          failure);
    }
  }

  /** How many there were. */
  public long count() {
    return count.sum();
  }
}
