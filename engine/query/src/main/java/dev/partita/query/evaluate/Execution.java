package dev.partita.query.evaluate;

import dev.partita.base.time.Clock;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * Context of one execution of a query: time, randomness, user-defined functions and the limits of
 * its work. The start is the time that the static time functions return for every row.
 */
public record Execution(
    Clock clock,
    long startMillis,
    DoubleSupplier random,
    UserFunctions functions,
    ExecutionLimits limits) {

  /** Creates an execution that starts now, without limits and user-defined functions. */
  public static Execution start(Clock clock) {
    return start(clock, UserFunctions.NONE, ExecutionLimits.NONE);
  }

  /** Copy of this execution for another thread. */
  public Execution withLimits(ExecutionLimits other) {
    return new Execution(clock, startMillis, random, functions, other);
  }

  public static Execution start(Clock clock, UserFunctions functions, ExecutionLimits limits) {
    return new Execution(
        clock, clock.millis(), () -> ThreadLocalRandom.current().nextDouble(), functions, limits);
  }
}
