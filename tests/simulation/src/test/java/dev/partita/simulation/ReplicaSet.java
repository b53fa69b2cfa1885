package dev.partita.simulation;

import dev.partita.container.group.Groups;
import dev.partita.replication.Leadership;
import dev.partita.replication.Proposable;
import dev.partita.replication.Proposal;
import dev.partita.replication.ReplicationLog;
import dev.partita.simulated.SimulatedGroup;
import dev.partita.storage.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A replication group of which the leader's node has an engine. A node that leads anew begins with
 * an engine of its own, as one that is started does, since the catalogue in memory follows only
 * what its own node decides. The engine of a node that was replaced goes on until then, and is
 * asked as if it led.
 */
final class ReplicaSet implements Deployment {

  private static final int NODES = 3;

  /** In how many proposals one is refused, and in ten times as many questions another one leads. */
  private static final int CALMNESS = 400;

  /** More numbers than containers are created. */
  private static final List<Integer> SEGMENTS = IntStream.range(0, 200).boxed().toList();

  /** A node with what is left of its last engine. */
  private final class Member {

    private final SimulatedGroup.Node node;
    private @Nullable SimulatedProcess process;
    private @Nullable ServingEngine serving;
    private long term;

    Member(SimulatedGroup.Node node) {
      this.node = node;
    }

    /** Begins an engine where the node leads in another term than its engine was begun in. */
    void follow() {
      long leads = node.term();
      if (leads != Leadership.NONE && (leads != term || process == null)) {
        kill();
        term = leads;
        start();
      }
    }

    private void start() {
      context.trace().add("start in term " + term);
      SimulatedProcess started = new SimulatedProcess(context.scheduler());
      process = started;
      Store store = context.given(node.store());
      started.start(
          () -> {
            try {
              serving =
                  ServingEngine.open(
                      started,
                      store,
                      () -> process == started && serves(),
                      options ->
                          context
                              .options(options)
                              .withRuntime(
                                  runtime ->
                                      runtime.withReplication(
                                          _ ->
                                              Groups.alone(
                                                  context.faults().log().apply(log(started))))));
              context.trace().add("serving in term " + term);
            } catch (RuntimeException e) {
              context.trace().add("not opened: " + ServingEngine.requireExpected("open", e));
              kill();
            }
          });
    }

    private ReplicationLog log(SimulatedProcess of) {
      return new LogOfProcess(node, of, term);
    }

    void kill() {
      if (process != null) {
        context.trace().add("end of the engine of term " + term);
        process.kill();
        process = null;
        serving = null;
      }
    }

    void restart() {
      kill();
      group.restart(node);
    }

    boolean serves() {
      return serving != null && node.term() == term && node.holdsLease();
    }
  }

  private final Context context;
  private final SimulatedGroup group;
  private final List<Member> members = new ArrayList<>();

  ReplicaSet(Context context) {
    this.context = context;
    this.group = new SimulatedGroup(context.random(), SEGMENTS, NODES, CALMNESS);
    group.nodes().forEach(node -> members.add(new Member(node)));
    group.elect();
  }

  @Override
  public List<ServingEngine> serving() {
    List<ServingEngine> serving = new ArrayList<>();
    for (Member member : members) {
      if (member.serving != null) {
        serving.add(member.serving);
        // Mostly one that leads.
        for (int i = 0; i < 4 && member.serves(); i++) {
          serving.add(member.serving);
        }
      }
    }
    return serving;
  }

  @Override
  public void advance() {
    group.quiet(false);
    if (context.chance(2)) {
      group.commit();
    } else {
      group.apply();
    }
    members.forEach(Member::follow);
  }

  @Override
  public void disturb() {
    switch (context.random().nextInt(4)) {
      case 0 -> {
        context.trace().add("restart");
        members.get(context.random().nextInt(NODES)).restart();
      }
      case 1 -> group.install();
      default -> {
        context.trace().add("elect");
        group.elect();
      }
    }
  }

  @Override
  public boolean isAtRest() {
    return !group.isOpen()
        && context.scheduler().isIdle()
        && members.stream().anyMatch(Member::serves);
  }

  @Override
  public void settle() {
    group.quiet(true);
    do {
      if (!group.hasLeader() && !group.isOpen()) {
        group.elect();
      }
      group.settle();
      members.forEach(Member::follow);
      while (!context.scheduler().isIdle()) {
        context.scheduler().step();
      }
    } while (!isAtRest());
  }

  @Override
  public ServingEngine leader() {
    return members.stream()
        .filter(Member::serves)
        .map(member -> member.serving)
        .findFirst()
        .orElseThrow();
  }

  @Override
  public List<Store> replicas() {
    return group.nodes().stream().<Store>map(SimulatedGroup.Node::store).toList();
  }

  /** The log of a node for one process, which leads in the term that it was started in alone. */
  private record LogOfProcess(SimulatedGroup.Node node, SimulatedProcess process, long startedIn)
      implements ReplicationLog, Leadership {

    @Override
    public Proposal propose(Proposable effect) {
      return node.propose(effect);
    }

    @Override
    public Leadership leadership() {
      return this;
    }

    @Override
    public long term() {
      return process.isRunning() && node.term() == startedIn ? startedIn : NONE;
    }

    @Override
    public boolean holdsLease() {
      return isLeader() && node.holdsLease();
    }

    @Override
    public CompletableFuture<@Nullable Void> readBarrier() {
      return node.readBarrier();
    }

    @Override
    public void add(Listener listener) {
      node.add(new OfProcess(process, listener));
    }

    @Override
    public void remove(Listener listener) {
      node.remove(new OfProcess(process, listener));
    }
  }

  /** A listener that hears of nothing once its process has ended. */
  private record OfProcess(SimulatedProcess process, Leadership.Listener listener)
      implements Leadership.Listener {

    @Override
    public void leads(long term) {
      if (process.isRunning()) {
        listener.leads(term);
      }
    }

    @Override
    public void follows() {
      if (process.isRunning()) {
        listener.follows();
      }
    }
  }
}
