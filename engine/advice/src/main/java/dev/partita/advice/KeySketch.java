package dev.partita.advice;

import org.apache.datasketches.frequencies.ErrorType;
import org.apache.datasketches.frequencies.FrequentLongsSketch;
import org.apache.datasketches.hll.HllSketch;

/**
 * How many keys there are, and how large the largest are, without remembering all: HyperLogLog and
 * the sketch of frequent items of Apache DataSketches. On one thread.
 */
final class KeySketch {

  private static final int LOG_REGISTERS = 12;
  private static final int FREQUENT_MAX = 16_384;

  private final HllSketch distinct = new HllSketch(LOG_REGISTERS);
  private final FrequentLongsSketch bytes = new FrequentLongsSketch(FREQUENT_MAX);
  private long missing;

  void add(long key, long length) {
    if (key == Rows.MISSING) {
      missing++;
    }
    distinct.update(key);
    bytes.update(key, Math.max(1, length));
  }

  long distinct() {
    return Math.round(distinct.getEstimate());
  }

  /** How many documents have nothing of the key. */
  long missing() {
    return missing;
  }

  /** What the largest key takes, of the bytes that came: at least the mean. */
  long largestBytes() {
    FrequentLongsSketch.Row[] rows = bytes.getFrequentItems(ErrorType.NO_FALSE_NEGATIVES);
    long largest = rows.length == 0 ? 0 : rows[0].getEstimate();
    return Math.max(largest, bytes.getStreamLength() / Math.max(1, distinct()));
  }

  long totalBytes() {
    return bytes.getStreamLength();
  }
}
