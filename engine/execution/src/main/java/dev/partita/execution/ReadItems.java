package dev.partita.execution;

import dev.partita.base.bytes.KeyRange;
import dev.partita.throughput.QueryMeter;
import dev.partita.throughput.RequestCharge;

/**
 * Items in a row that were read, and what else there is to be known of them was found out.
 *
 * @param charge for reading them
 * @param work units of what was computed to find that out
 * @param within a range of keys in which the last of these items is the last item
 */
record ReadItems(int count, long jsonBytes, RequestCharge charge, long work, KeyRange within) {

  /** Counts items. On one thread. */
  static final class Counter {
    private int count;
    private long jsonBytes;
    private QueryMeter meter = QueryMeter.page();
    private long work;

    void add(int bytes, long units) {
      work += units;
      count++;
      jsonBytes += bytes;
      meter.itemRead(bytes);
    }

    boolean isEmpty() {
      return count == 0;
    }

    /** What was counted since the last time. */
    ReadItems take(KeyRange within) {
      ReadItems taken = new ReadItems(count, jsonBytes, meter.soFar(), work, within);
      work = 0;
      count = 0;
      jsonBytes = 0;
      meter = QueryMeter.page();
      return taken;
    }
  }
}
