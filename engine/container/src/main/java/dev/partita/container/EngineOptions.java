package dev.partita.container;

import dev.partita.base.time.Clock;
import java.util.function.Consumer;

/**
 * How an engine works.
 *
 * @param throttling whether requests beyond the provisioned throughput are refused
 * @param housekeepingMillis the pause between two rounds of background work; 0 for none, so that
 *     rounds happen only when asked for
 * @param onStep told of every step of a split or a merge, on the thread that takes it
 */
public record EngineOptions(
    EngineLimits limits,
    boolean throttling,
    long housekeepingMillis,
    Clock clock,
    Consumer<ReshapeStep> onStep) {

  public static EngineOptions defaults() {
    return new EngineOptions(EngineLimits.defaults(), true, 1_000, Clock.system(), _ -> {});
  }

  public EngineOptions withLimits(EngineLimits changed) {
    return new EngineOptions(changed, throttling, housekeepingMillis, clock, onStep);
  }

  public EngineOptions withThrottling(boolean enabled) {
    return new EngineOptions(limits, enabled, housekeepingMillis, clock, onStep);
  }

  public EngineOptions withHousekeepingMillis(long millis) {
    return new EngineOptions(limits, throttling, millis, clock, onStep);
  }

  public EngineOptions withClock(Clock changed) {
    return new EngineOptions(limits, throttling, housekeepingMillis, changed, onStep);
  }

  public EngineOptions withOnStep(Consumer<ReshapeStep> listener) {
    return new EngineOptions(limits, throttling, housekeepingMillis, clock, listener);
  }
}
