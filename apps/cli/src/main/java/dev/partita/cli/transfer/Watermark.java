package dev.partita.cli.transfer;

import java.util.PriorityQueue;

/**
 * Watermark of settled entries, which settle in any order. Safe for use by any number of threads.
 */
final class Watermark {

  private final PriorityQueue<Long> ahead = new PriorityQueue<>();
  private long reached;

  /**
   * @param reached number of the last entry that was settled before
   */
  Watermark(long reached) {
    this.reached = reached;
  }

  synchronized void settle(long number) {
    ahead.add(number);
    while (!ahead.isEmpty() && ahead.element() == reached + 1) {
      ahead.remove();
      reached++;
    }
  }

  /** Highest number up to which all entries are settled. */
  synchronized long reached() {
    return reached;
  }
}
