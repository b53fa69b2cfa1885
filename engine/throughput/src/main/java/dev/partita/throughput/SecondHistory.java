package dev.partita.throughput;

import java.util.ArrayList;
import java.util.List;

/**
 * Consumption of each of the last seconds, in hundredths, in a ring buffer. Owned and locked by its
 * budget. Seconds are counted from the origin of the clock's nanoseconds.
 */
final class SecondHistory {

  static final int SECONDS = 60;

  private final long[] ring = new long[SECONDS];
  private long latest;

  SecondHistory(long second) {
    latest = second;
  }

  /** Adds to a second, or to the latest if that is newer, and returns the sum of that second. */
  long add(long second, long hundredths) {
    advanceTo(second);
    int index = index(latest);
    ring[index] += hundredths;
    return ring[index];
  }

  /** Consumption of a second; 0 if it is not in the ring. */
  long at(long second) {
    return second > latest || second <= latest - SECONDS ? 0 : ring[index(second)];
  }

  /** Complete seconds, oldest first. */
  List<RequestCharge> completedBefore(long second) {
    List<RequestCharge> completed = new ArrayList<>(SECONDS - 1);
    for (long s = second - SECONDS + 1; s < second; s++) {
      completed.add(new RequestCharge(at(s)));
    }
    return completed;
  }

  private void advanceTo(long second) {
    long from = Math.max(latest + 1, second - SECONDS + 1);
    for (long s = from; s <= second; s++) {
      ring[index(s)] = 0;
    }
    latest = Math.max(latest, second);
  }

  private static int index(long second) {
    return Math.floorMod(second, SECONDS);
  }
}
