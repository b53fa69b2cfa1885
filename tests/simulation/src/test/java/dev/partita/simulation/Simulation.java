package dev.partita.simulation;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.time.ManualClock;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.check.Finding;
import dev.partita.container.check.Progress;
import dev.partita.document.check.DataCheck;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** One run of a seed: an engine, its clients and its world. On one thread. */
final class Simulation {

  private static final long START_MILLIS = 1_800_000_000_000L;
  private static final int ROUNDS = 2_500;
  private static final int PERIODS = 2;

  private final Context context;
  private final Random random;
  private final Trace trace = new Trace();
  private final Deployment deployment;
  private final History history = new History(trace);
  private final Clients clients;
  private final Administration administration;
  private final Map<Integer, FeedFollower> followers = new TreeMap<>();
  private final List<UnderWay> underWay = new ArrayList<>();
  private final Map<History.Request, SimulatedProcess> waiting = new LinkedHashMap<>();

  /** A thread of an engine's process that does something for somebody. */
  private static final class UnderWay {

    private final SimulatedProcess process;
    private boolean done;

    UnderWay(SimulatedProcess process) {
      this.process = process;
    }
  }

  private Simulation(
      long seed, UnaryOperator<Profile> profile, Context.Faults faults, Setting setting) {
    this.random = new Random(seed);
    ManualClock clock = new ManualClock(START_MILLIS);
    Profile own = profile.apply(Profile.of(random));
    this.context =
        new Context(
            random, trace, clock, new DeterministicScheduler(random, trace, clock), own, faults);
    trace.add(own.toString());
    this.deployment = setting.deploy().apply(context);
    this.clients = new Clients(random, history);
    this.administration = new Administration(random, trace, setting.drops());
  }

  /**
   * Where engines are deployed.
   *
   * @param drops whether containers are deleted there
   */
  record Setting(String name, Function<Context, Deployment> deploy, boolean drops) {
    static final Setting SINGLE_NODE = new Setting("single node", SingleNode::new, true);

    /** Containers stay, since what they leave is cleared in the store of the leader alone. */
    static final Setting CLUSTER = new Setting("cluster", SimulatedCluster::new, true);

    static final Setting REPLICA_SET = new Setting("replica set", ReplicaSet::new, false);
  }

  /**
   * Runs a seed.
   *
   * @return the hash of all that has happened
   * @throws SimulationFailure if something has happened that must not
   */
  static long run(long seed, Setting setting, Context.Faults faults) {
    Simulation simulation = new Simulation(seed, profile -> profile, faults, setting);
    try {
      simulation.run();
    } catch (RuntimeException | AssertionError e) {
      SimulationFailure failure =
          new SimulationFailure(
              "Seed %d of a %s fails, again with -Dpartita.simulation.first=%d -Dpartita.simulation.seeds=1: %s"
                  .formatted(seed, setting.name(), seed, e.getMessage()),
              e,
              simulation.trace.lastLines());
      throw failure;
    }
    return simulation.trace.hash();
  }

  private void run() {
    for (int period = 0; period < PERIODS; period++) {
      for (int round = 0; round < ROUNDS; round++) {
        round();
      }
      rest();
    }
    history.requireLinearizable();
  }

  private void round() {
    Profile profile = context.profile();
    if (context.chance(profile.disturbances())) {
      deployment.disturb();
    }
    if (context.chance(profile.reshapes())) {
      withContainer((engine, record) -> administration.reshape(engine, record));
    }
    if (context.chance(profile.administration())) {
      with(engine -> administration.administer(engine));
    }
    if (context.chance(profile.jumps())) {
      context.scheduler().advance(TimeUnit.SECONDS.toNanos(random.nextInt(4_000)));
    }
    switch (random.nextInt(100)) {
      case 0, 1 -> context.scheduler().advance(TimeUnit.MILLISECONDS.toNanos(random.nextInt(500)));
      case 2 -> with(administration::observe);
      case 3, 4 -> withContainer(this::follow);
      case 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 -> ask();
      default -> {
        if (random.nextInt(100) < profile.advances()) {
          deployment.advance();
        } else {
          context.scheduler().step();
        }
      }
    }
    forgetLost();
  }

  // What is done on threads of engines

  private void with(Consumer<ServingEngine> body) {
    List<ServingEngine> serving = deployment.serving();
    if (!serving.isEmpty()) {
      ServingEngine engine = serving.get(random.nextInt(serving.size()));
      start(engine, () -> body.accept(engine));
    }
  }

  private void withContainer(BiConsumer<ServingEngine, ContainerRecord> body) {
    List<ServingEngine> serving = deployment.serving();
    if (serving.isEmpty()) {
      return;
    }
    ServingEngine engine = serving.get(random.nextInt(serving.size()));
    List<ContainerRecord> records = engine.containers();
    if (records.isEmpty()) {
      start(engine, () -> administration.administer(engine));
    } else {
      ContainerRecord record = records.get(random.nextInt(records.size()));
      start(engine, () -> body.accept(engine, record));
    }
  }

  private void start(ServingEngine engine, Runnable body) {
    UnderWay started = new UnderWay(engine.process());
    underWay.add(started);
    engine
        .process()
        .start(
            () -> {
              body.run();
              started.done = true;
            });
  }

  private void ask() {
    if (waiting.size() < context.profile().clients()) {
      withContainer(
          (engine, record) ->
              ask(engine, record.number(), Clients.KEYS.get(random.nextInt(Clients.KEYS.size()))));
    }
  }

  private void ask(ServingEngine engine, int container, String key) {
    History.Target target = new History.Target(container, key);
    ask(engine, target, clients.anAction(target));
  }

  /** To be called on a thread of the engine's process. */
  private void ask(ServingEngine engine, History.Target target, Action action) {
    History.Request request = history.ask(target, action);
    waiting.put(request, engine.process());
    clients.carryOut(engine, request, action);
    waiting.remove(request);
  }

  private void follow(ServingEngine engine, ContainerRecord record) {
    FeedFollower follower = follower(record);
    administration.attempt("follow " + record.name(), () -> follower.follow(engine, random));
  }

  private FeedFollower follower(ContainerRecord record) {
    return followers.computeIfAbsent(
        record.number(), number -> new FeedFollower(number, Administration.feedMode(record)));
  }

  /** Of what was asked of a process that has ended nobody knows whether it happened. */
  private void forgetLost() {
    underWay.removeIf(each -> each.done || !each.process.isRunning());
    List.copyOf(waiting.entrySet()).stream()
        .filter(each -> !each.getValue().isRunning())
        .forEach(
            each -> {
              waiting.remove(each.getKey());
              each.getKey().lost("the process has ended");
            });
  }

  // What must be true at rest

  private void rest() {
    deployment.settle();
    forgetLost();
    SimulationFailure.require(underWay.isEmpty(), "Nothing goes on, and %s wait.", underWay.size());
    trace.add("at rest");
    whole(administration::observe);
    whole(this::readEverything);
    whole(this::requireFeeds);
    List<Finding> findings = new ArrayList<>();
    for (Store replica : deployment.replicas()) {
      DataCheck.store(replica, findings::add, Progress.NONE);
    }
    SimulationFailure.require(findings.isEmpty(), "The check finds %s", findings);
    requireEqual(deployment.replicas());
  }

  private static void requireEqual(List<Store> replicas) {
    Map<String, String> first = contents(replicas.getFirst());
    for (Store other : replicas) {
      SimulationFailure.require(contents(other).equals(first), "Replicas are not equal.");
    }
  }

  /** All that a replica holds but for its own notes. */
  private static Map<String, String> contents(Store replica) {
    Map<String, String> contents = new TreeMap<>();
    for (Family family : Family.values()) {
      try (Cursor cursor = replica.scan(family, KeyRange.ALL)) {
        while (family != Family.META && cursor.next()) {
          contents.put(family + Bytes.hex(cursor.key()), Bytes.hex(cursor.value()));
        }
      }
    }
    return contents;
  }

  /** Has something done to its end while nothing else happens. */
  private void whole(Consumer<ServingEngine> body) {
    ServingEngine engine = deployment.leader();
    start(engine, () -> body.accept(engine));
    deployment.settle();
    forgetLost();
    SimulationFailure.require(underWay.isEmpty(), "Nothing goes on, and a check waits.");
  }

  private void readEverything(ServingEngine engine) {
    for (ContainerRecord record : engine.containers()) {
      for (String key : Clients.KEYS) {
        History.Target target = new History.Target(record.number(), key);
        ask(engine, target, new Action.ReadAll());
        Clients.IDS.forEach(id -> ask(engine, target, new Action.Read(id)));
      }
    }
  }

  private void requireFeeds(ServingEngine engine) {
    for (ContainerRecord record : engine.containers()) {
      follower(record).requireComplete(engine, engine.versions(record.number()), history);
    }
  }
}
