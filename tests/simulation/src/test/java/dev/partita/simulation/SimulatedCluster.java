package dev.partita.simulation;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.Engine;
import dev.partita.container.group.ClusterGroups;
import dev.partita.container.group.Groups;
import dev.partita.replication.group.Members;
import dev.partita.simulated.SimulatedGroup;
import dev.partita.storage.Store;
import dev.partita.storage.memory.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Nodes with an engine each, which live through whatever their groups do: the catalogue's and those
 * with data, each with a leader of its own. What a node has not flushed is gone when it is ended,
 * and comes again from the logs.
 */
final class SimulatedCluster implements Deployment {

  private static final int NODES = 3;
  private static final int GROUPS = 3;

  /** In how many proposals one is refused, and in ten times as many questions another one leads. */
  private static final int CALMNESS = 1_500;

  private static final List<Integer> ALL = List.of(1, 2, 3);

  /** A node and the engine that runs on it. */
  private final class Member {

    private final int number;
    private final MemoryStore store = new MemoryStore();
    private @Nullable SimulatedProcess process;
    private @Nullable SimulatedPeers peers;
    private @Nullable SleepingClock clock;
    private @Nullable ServingEngine engine;

    Member(int number) {
      this.number = number;
    }

    void start() {
      context.trace().add("start node " + number);
      SimulatedProcess started = new SimulatedProcess(context.scheduler());
      SimulatedPeers own =
          new SimulatedPeers(context, number, started, node -> members.get(node - 1).peers);
      SleepingClock sleeping = new SleepingClock(context.clock(), context.scheduler(), started);
      process = started;
      peers = own;
      clock = sleeping;
      started.start(
          () -> {
            try {
              engine =
                  ServingEngine.openFollowing(
                      started,
                      context.given(store),
                      () -> process == started && leadsAll(),
                      options ->
                          context
                              .options(options)
                              .withClock(sleeping)
                              .withRuntime(
                                  runtime ->
                                      runtime.withReplication(
                                          over -> groups(started, own, sleeping, over))));
              context.trace().add("node " + number + " is open");
            } catch (RuntimeException e) {
              throw new SimulationFailure("An engine does not open: " + e, e);
            }
          });
    }

    private Groups groups(
        SimulatedProcess started, SimulatedPeers own, SleepingClock sleeping, Store over) {
      NodeOfProcess node = new NodeOfProcess(number, started, groups, context.faults());
      ClusterGroups sound =
          new ClusterGroups(
              new ClusterGroups.Environment(
                  node,
                  own,
                  Members.of(ALL),
                  context.random().nextLong(),
                  sleeping,
                  started.answers(),
                  context::fault),
              over);
      return context.faults().groups().apply(sound, node);
    }

    void restart() {
      if (process != null) {
        process.kill();
      }
      process = null;
      peers = null;
      clock = null;
      engine = null;
      groups.forEach(group -> group.restart(group.nodes().get(number - 1)));
      store.crash();
    }

    boolean isAtRest() {
      return engine != null
          && peers != null
          && !peers.isAsking()
          && clock != null
          && !clock.isSleptOn();
    }

    boolean leadsAll() {
      return engine != null
          && groups.stream().allMatch(group -> group.leader() == number - 1)
          && ALL.subList(0, GROUPS).stream()
              .allMatch(group -> engine.engine().groups().leads(group - 1));
    }

    boolean leadsAny() {
      return groups.stream().anyMatch(group -> group.leader() == number - 1);
    }

    /** Makes what there must be before clients come, on the node that leads the catalogue. */
    void found() {
      ServingEngine known = engine;
      SimulatedProcess running = process;
      if (known == null || running == null || (founding != null && founding.isRunning())) {
        return;
      }
      founding = running;
      running.start(
          () -> {
            try {
              for (int group = 1; group < GROUPS; group++) {
                if (known.engine().catalogue().cluster().group(group).isEmpty()) {
                  known.engine().catalogue().cluster().createGroup(group, ALL);
                }
              }
              known
                  .engine()
                  .containers()
                  .createDatabase(Engine.DEFAULT_ACCOUNT, ServingEngine.DATABASE, null);
            } catch (DatabaseException e) {
              ServingEngine.requireExpected("found", e);
            } finally {
              founding = null;
            }
          });
    }
  }

  private final Context context;
  private final List<SimulatedGroup> groups = new ArrayList<>();
  private final List<Member> members = new ArrayList<>();

  /** Makes what there must be. */
  private @Nullable SimulatedProcess founding;

  SimulatedCluster(Context context) {
    this.context = context;
    for (int group = 0; group < GROUPS; group++) {
      groups.add(new SimulatedGroup(context.random(), NODES, CALMNESS));
    }
    ALL.forEach(number -> members.add(new Member(number)));
    members.forEach(Member::start);
  }

  @Override
  public List<ServingEngine> serving() {
    List<ServingEngine> serving = new ArrayList<>();
    for (Member member : members) {
      ServingEngine engine = member.engine;
      if (engine != null && engine.hasDatabase()) {
        serving.add(engine);
        // Mostly one that leads something.
        for (int i = 0; i < 4 && member.leadsAny(); i++) {
          serving.add(engine);
        }
      }
    }
    return serving;
  }

  @Override
  public void advance() {
    groups.forEach(group -> group.quiet(false));
    SimulatedGroup group = groups.get(context.random().nextInt(GROUPS));
    switch (context.random().nextInt(8)) {
      case 0 -> {
        Member member = members.get(context.random().nextInt(NODES));
        if (member.process == null) {
          member.start();
        } else if (context.chance(10)) {
          context.trace().add("flush");
          member.store.flush();
        }
        foundIfNeeded();
      }
      case 1, 2, 3 -> group.commit();
      default -> group.apply();
    }
    if (group.leader() < 0 && context.chance(20)) {
      group.elect();
    }
  }

  private void foundIfNeeded() {
    for (Member member : members) {
      ServingEngine engine = member.engine;
      if (engine != null
          && groups.getFirst().leader() == member.number - 1
          && !engine.hasDatabase()) {
        member.found();
      }
    }
  }

  @Override
  public void disturb() {
    SimulatedGroup group = groups.get(context.random().nextInt(GROUPS));
    switch (context.random().nextInt(5)) {
      case 0 -> {
        context.trace().add("restart");
        members.get(context.random().nextInt(NODES)).restart();
      }
      case 1 -> group.install();
      case 2 -> {
        context.trace().add("elect everywhere");
        int next = context.random().nextInt(NODES);
        if (members.get(next).engine != null) {
          groups.forEach(each -> electIfPresent(each, next));
        }
      }
      default -> {
        context.trace().add("elect");
        group.elect();
      }
    }
  }

  private static void electIfPresent(SimulatedGroup group, int place) {
    group.electIfPresent(group.nodes().get(place));
  }

  @Override
  public boolean isAtRest() {
    return groups.stream().noneMatch(SimulatedGroup::isOpen)
        && context.scheduler().isIdle()
        && members.stream().allMatch(Member::isAtRest)
        && members.stream().anyMatch(member -> member.leadsAll() && hasAll(member));
  }

  /** What goes on, for a failure. */
  private String what() {
    return "open groups %s, idle %s, at rest %s, leads all %s, database %s"
        .formatted(
            groups.stream().map(SimulatedGroup::isOpen).toList(),
            context.scheduler().isIdle(),
            members.stream().map(Member::isAtRest).toList(),
            members.stream().map(Member::leadsAll).toList(),
            members.stream().map(SimulatedCluster::hasAll).toList());
  }

  private static boolean hasAll(Member member) {
    return member.engine != null && member.engine.hasDatabase();
  }

  @Override
  public void settle() {
    groups.forEach(group -> group.quiet(true));
    int rounds = 0;
    do {
      SimulationFailure.require(++rounds < 2_000, "The cluster does not come to rest: %s", what());
      for (Member member : members) {
        if (member.process == null) {
          member.start();
        }
      }
      for (SimulatedGroup group : groups) {
        boolean isElsewhere = group.leader() != 0;
        if (isElsewhere && !group.isOpen()) {
          electIfPresent(group, 0);
        }
        group.settle();
      }
      foundIfNeeded();
      while (!context.scheduler().isIdle()) {
        context.scheduler().step();
      }
      if (!isAtRest()) {
        context.scheduler().advance(TimeUnit.MILLISECONDS.toNanos(200));
      }
    } while (!isAtRest());
  }

  @Override
  public ServingEngine leader() {
    return members.stream()
        .filter(Member::leadsAll)
        .map(member -> member.engine)
        .findFirst()
        .orElseThrow();
  }

  @Override
  public List<Store> replicas() {
    return members.stream().<Store>map(member -> member.store).toList();
  }
}
