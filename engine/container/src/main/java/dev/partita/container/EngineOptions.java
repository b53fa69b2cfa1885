package dev.partita.container;

import dev.partita.base.time.Clock;
import java.security.SecureRandom;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * How an engine works.
 *
 * @param throttling whether requests beyond the provisioned throughput are refused
 * @param housekeepingMillis the pause between two rounds of background work; 0 for none, so that
 *     rounds happen only when asked for
 * @param openings gives each engine a number that no other has had over the same data or a copy of
 *     it: what is written is told apart by it
 * @param onStep told of every step of a split or a merge, on the thread that takes it
 */
public record EngineOptions(
    EngineLimits limits,
    boolean throttling,
    long housekeepingMillis,
    Clock clock,
    LongSupplier openings,
    Consumer<ReshapeStep> onStep) {

  public static EngineOptions defaults() {
    return new EngineOptions(
        EngineLimits.defaults(),
        true,
        1_000,
        Clock.system(),
        () -> new SecureRandom().nextLong(),
        _ -> {});
  }

  public EngineOptions withLimits(EngineLimits changed) {
    return new EngineOptions(changed, throttling, housekeepingMillis, clock, openings, onStep);
  }

  public EngineOptions withThrottling(boolean enabled) {
    return new EngineOptions(limits, enabled, housekeepingMillis, clock, openings, onStep);
  }

  public EngineOptions withHousekeepingMillis(long millis) {
    return new EngineOptions(limits, throttling, millis, clock, openings, onStep);
  }

  public EngineOptions withClock(Clock changed) {
    return new EngineOptions(limits, throttling, housekeepingMillis, changed, openings, onStep);
  }

  public EngineOptions withOpenings(LongSupplier changed) {
    return new EngineOptions(limits, throttling, housekeepingMillis, clock, changed, onStep);
  }

  public EngineOptions withOnStep(Consumer<ReshapeStep> listener) {
    return new EngineOptions(limits, throttling, housekeepingMillis, clock, openings, listener);
  }
}
