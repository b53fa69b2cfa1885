package dev.partita.throughput;

import java.util.function.Supplier;

/**
 * How urgent the request is that a thread carries out. Those of low priority leave a part of each
 * budget to the others: they are refused first when there is not enough for all.
 */
public final class Priority {

  /** A request of low priority is admitted while more than this part of the budget is left. */
  static final int LEFT_TO_OTHERS_PERCENT = 20;

  private static final ScopedValue<Boolean> LOW = ScopedValue.newInstance();

  private Priority() {}

  /** Carries out work, all of whose requests are of low priority. */
  public static <R> R low(Supplier<R> work) {
    return ScopedValue.where(LOW, true).call(work::get);
  }

  static boolean isLow() {
    return LOW.isBound();
  }
}
