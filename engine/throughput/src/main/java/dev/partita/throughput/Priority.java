package dev.partita.throughput;

import java.util.function.Supplier;

/**
 * Priority of the request that the current thread executes. Requests of low priority leave a part
 * of each budget to the others: they are throttled first. Safe for use by any number of threads.
 */
public final class Priority {

  /** Part of a budget that is reserved for requests of normal priority. */
  static final int LEFT_TO_OTHERS_PERCENT = 20;

  private static final ScopedValue<Boolean> LOW = ScopedValue.newInstance();

  private Priority() {}

  /** Runs work with low priority. */
  public static <R> R low(Supplier<R> work) {
    return ScopedValue.where(LOW, true).call(work::get);
  }

  /** Whether the request that the thread executes has low priority. */
  public static boolean isLow() {
    return LOW.isBound();
  }
}
