package dev.partita.container.check;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Store;

/**
 * The way through a store, range by range. Tells how far it is, and turns damaged files into
 * findings, so that the check goes on behind them. Not for use by several threads.
 */
final class Walk {

  /** Sees one key after the other. */
  interface Visitor {
    void visit(byte[] key, byte[] value);
  }

  private static final int KEYS_PER_REPORT = 4096;

  private final Store store;
  private final Report report;
  private final Progress progress;
  private final long totalBytes;
  private long doneBytes;

  Walk(Store store, Report report, Progress progress) {
    this.store = store;
    this.report = report;
    this.progress = progress;
    long total = 0;
    for (Family family : Family.values()) {
      total += store.approximateBytes(family, KeyRange.ALL);
    }
    this.totalBytes = total;
  }

  /** Visits all keys of the range; tells whether all of them could be read. */
  boolean each(Family family, KeyRange range, Place place, Visitor visitor) {
    boolean complete = true;
    int keys = 0;
    try (Cursor cursor = store.scan(family, range)) {
      while (cursor.next()) {
        byte[] key = cursor.key();
        complete &= visit(family, place, key, cursor.value(), visitor);
        if (++keys % KEYS_PER_REPORT == 0) {
          tell(doneBytes + store.approximateBytes(family, new KeyRange(range.start(), key)));
        }
      }
    } catch (DatabaseException e) {
      damaged(family, place, e);
      complete = false;
    }
    doneBytes += store.approximateBytes(family, range);
    tell(doneBytes);
    return complete;
  }

  private boolean visit(Family family, Place place, byte[] key, byte[] value, Visitor visitor) {
    try {
      visitor.visit(key, value);
      return true;
    } catch (DatabaseException e) {
      damaged(family, place, e);
      return false;
    }
  }

  private void damaged(Family family, Place place, DatabaseException e) {
    if (e.code() != ErrorCode.CORRUPT) {
      throw e;
    }
    report.add(
        new Finding(StorageProblem.STORAGE_DAMAGED, place)
            .with("family", family)
            .with("reason", e.getMessage()));
  }

  private void tell(long done) {
    progress.at(Math.min(done, totalBytes), totalBytes);
  }
}
