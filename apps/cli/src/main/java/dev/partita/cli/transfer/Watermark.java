package dev.partita.cli.transfer;

import java.util.PriorityQueue;

/**
 * Up to where everything is settled, though things settle in any order. Safe for use by any number
 * of threads.
 */
final class Watermark {

  private final PriorityQueue<Long> ahead = new PriorityQueue<>();
  private long reached;

  /**
   * @param reached what was settled before
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

  /** The highest number with which all before it are settled. */
  synchronized long reached() {
    return reached;
  }
}
