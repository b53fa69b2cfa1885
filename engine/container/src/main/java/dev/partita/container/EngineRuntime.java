package dev.partita.container;

import dev.partita.base.time.Clock;
import dev.partita.container.group.Groups;
import dev.partita.container.group.Replication;
import dev.partita.replication.LocalLog;
import java.security.SecureRandom;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What an engine runs on: everything it does not decide by itself.
 *
 * @param openings gives each engine a number that no other has had over the same data or a copy of
 *     it: what is written is told apart by it
 * @param replication the replication groups that the node takes part in
 * @param faults told of failures that no caller waits for
 * @param onStep told of every step of a split or a merge, on the thread that takes it
 */
public record EngineRuntime(
    Clock clock,
    LongSupplier openings,
    EngineThreads threads,
    Replication replication,
    FaultHandler faults,
    Consumer<ReshapeStep> onStep) {

  /** Of a node that is alone, with the time of the system. */
  public static EngineRuntime standard() {
    return new EngineRuntime(
        Clock.system(),
        () -> new SecureRandom().nextLong(),
        EngineThreads.standard(),
        store -> Groups.alone(new LocalLog(store)),
        FaultHandler.NONE,
        _ -> {});
  }

  public EngineRuntime withClock(Clock changed) {
    return new EngineRuntime(changed, openings, threads, replication, faults, onStep);
  }

  public EngineRuntime withOpenings(LongSupplier changed) {
    return new EngineRuntime(clock, changed, threads, replication, faults, onStep);
  }

  public EngineRuntime withThreads(EngineThreads changed) {
    return new EngineRuntime(clock, openings, changed, replication, faults, onStep);
  }

  public EngineRuntime withReplication(Replication changed) {
    return new EngineRuntime(clock, openings, threads, changed, faults, onStep);
  }

  public EngineRuntime withFaults(FaultHandler changed) {
    return new EngineRuntime(clock, openings, threads, replication, changed, onStep);
  }

  public EngineRuntime withOnStep(Consumer<ReshapeStep> changed) {
    return new EngineRuntime(clock, openings, threads, replication, faults, changed);
  }
}
