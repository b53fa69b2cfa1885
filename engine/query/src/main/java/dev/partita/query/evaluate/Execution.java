package dev.partita.query.evaluate;

import dev.partita.base.time.Clock;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * What one execution of a query shares: the time, chance, the functions of users and the watch over
 * its work. The start is the time that the static functions give for every row.
 */
public record Execution(
    Clock clock, long startMillis, DoubleSupplier random, UserFunctions functions, Watch watch) {

  /** An execution that starts now, is not limited and has no functions of users. */
  public static Execution start(Clock clock) {
    return start(clock, UserFunctions.NONE, Watch.NONE);
  }

  /** The same execution, as far as it runs on another thread. */
  public Execution watchedBy(Watch other) {
    return new Execution(clock, startMillis, random, functions, other);
  }

  public static Execution start(Clock clock, UserFunctions functions, Watch watch) {
    return new Execution(
        clock, clock.millis(), () -> ThreadLocalRandom.current().nextDouble(), functions, watch);
  }
}
