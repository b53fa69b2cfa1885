package dev.partita.simulation;

import dev.partita.base.time.ManualClock;
import dev.partita.container.EngineOptions;
import dev.partita.container.group.Groups;
import dev.partita.replication.ReplicationLog;
import dev.partita.replication.StateMachine;
import dev.partita.storage.Store;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** What all parts of a simulation share. */
record Context(
    Random random,
    Trace trace,
    ManualClock clock,
    DeterministicScheduler scheduler,
    Profile profile,
    Faults faults) {

  /**
   * What is wrong with the world in a simulation that must fail.
   *
   * @param store around what an engine writes to
   * @param log around what an engine proposes to
   * @param machine around what a replica makes of the log
   * @param groups around what an engine of a cluster has of its groups, and the consensus below it
   */
  record Faults(
      UnaryOperator<Store> store,
      UnaryOperator<ReplicationLog> log,
      UnaryOperator<StateMachine> machine,
      BiFunction<Groups, NodeOfProcess, Groups> groups) {

    static final Faults NONE =
        new Faults(store -> store, log -> log, machine -> machine, (groups, _) -> groups);

    static Faults ofStore(UnaryOperator<Store> store) {
      return new Faults(store, NONE.log, NONE.machine, NONE.groups);
    }

    static Faults ofLog(UnaryOperator<ReplicationLog> log) {
      return new Faults(NONE.store, log, NONE.machine, NONE.groups);
    }

    static Faults ofCluster(
        UnaryOperator<StateMachine> machine, BiFunction<Groups, NodeOfProcess, Groups> groups) {
      return new Faults(NONE.store, NONE.log, machine, groups);
    }
  }

  boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  /** The store as an engine is given it. */
  Store given(Store store) {
    Store faulty = faults.store().apply(store);
    return profile.yields() == Profile.NEVER
        ? faulty
        : new YieldingStore(faulty, random, profile.yields());
  }

  /** The options of an engine, but for its log. */
  EngineOptions options(EngineOptions defaults) {
    return defaults
        .withThrottling(false)
        .withHousekeepingMillis(1_000)
        .withClock(clock)
        .withOpenings(random::nextLong)
        .withLimits(defaults.limits().withPhysicalPartitionBytes(6_000).withLogMillis(60_000))
        .withFaults(this::fault);
  }

  void fault(String work, Throwable failure) {
    try {
      trace.add("could not " + work + ": " + ServingEngine.requireExpected(work, failure));
    } catch (SimulationFailure e) {
      scheduler.fail(e);
    }
  }
}
