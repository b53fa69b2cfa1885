package dev.partita.execution.page;

import dev.partita.base.bytes.KeyRange;
import dev.partita.throughput.QueryMeter;
import dev.partita.throughput.RequestCharge;

/**
 * A summary of consecutive items that were read and filtered, or grouped, together.
 *
 * @param charge for reading them
 * @param work units of what was computed to find that out
 * @param within a range of keys in which the last of these items is the last item
 */
public record ReadSummary(
    int count, long jsonBytes, RequestCharge charge, long work, KeyRange within) {

  /** Counts items. On one thread. */
  public static final class Counter {
    private int count;
    private long jsonBytes;
    private QueryMeter meter = QueryMeter.page();
    private long work;

    public void add(int bytes, long units) {
      work += units;
      count++;
      jsonBytes += bytes;
      meter.itemRead(bytes);
    }

    public boolean isEmpty() {
      return count == 0;
    }

    /** What was counted since the last time. */
    public ReadSummary take(KeyRange within) {
      ReadSummary taken = new ReadSummary(count, jsonBytes, meter.soFar(), work, within);
      work = 0;
      count = 0;
      jsonBytes = 0;
      meter = QueryMeter.page();
      return taken;
    }
  }
}
