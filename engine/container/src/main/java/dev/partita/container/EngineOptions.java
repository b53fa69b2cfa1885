package dev.partita.container;

import dev.partita.base.time.Clock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * How an engine works.
 *
 * @param throttling whether requests beyond the provisioned throughput are refused
 * @param housekeepingMillis the pause between two rounds of background work; 0 for none, so that
 *     rounds happen only when asked for
 */
public record EngineOptions(
    EngineLimits limits, boolean throttling, long housekeepingMillis, EngineRuntime runtime) {

  public static EngineOptions defaults() {
    return new EngineOptions(EngineLimits.defaults(), true, 1_000, EngineRuntime.standard());
  }

  public EngineOptions withLimits(EngineLimits changed) {
    return new EngineOptions(changed, throttling, housekeepingMillis, runtime);
  }

  public EngineOptions withThrottling(boolean enabled) {
    return new EngineOptions(limits, enabled, housekeepingMillis, runtime);
  }

  public EngineOptions withHousekeepingMillis(long millis) {
    return new EngineOptions(limits, throttling, millis, runtime);
  }

  public EngineOptions withRuntime(UnaryOperator<EngineRuntime> change) {
    return new EngineOptions(limits, throttling, housekeepingMillis, change.apply(runtime));
  }

  public EngineOptions withClock(Clock changed) {
    return withRuntime(runtime -> runtime.withClock(changed));
  }

  public EngineOptions withOpenings(LongSupplier changed) {
    return withRuntime(runtime -> runtime.withOpenings(changed));
  }

  public EngineOptions withFaults(FaultHandler changed) {
    return withRuntime(runtime -> runtime.withFaults(changed));
  }

  public EngineOptions withOnStep(Consumer<ReshapeStep> changed) {
    return withRuntime(runtime -> runtime.withOnStep(changed));
  }
}
