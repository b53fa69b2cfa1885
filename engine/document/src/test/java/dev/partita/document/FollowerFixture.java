package dev.partita.document;

import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.EngineLimits;
import dev.partita.container.EngineOptions;
import dev.partita.container.Rerouting;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.testkit.Expect;
import dev.partita.testkit.TestGroup;
import dev.partita.testkit.TestGroups;
import dev.partita.testkit.TestPeers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The harness with an engine that does not lead: another one does, over a replica of its own, and
 * carries out what is asked here. Containers are made while this engine leads.
 */
final class FollowerFixture extends Fixture {

  static final int HERE = 1;
  static final int LEADER = 2;

  final TestGroup group;
  final TestPeers peers;
  private final UnaryOperator<EngineOptions> change;
  private final List<Engine> leading = new ArrayList<>();
  private @Nullable Documents documentsOfLeader;

  FollowerFixture(EngineLimits limits) {
    this(new TestGroup(2), new TestPeers(), options -> options.withLimits(limits));
  }

  FollowerFixture(UnaryOperator<EngineOptions> change) {
    this(new TestGroup(2), new TestPeers(), change);
  }

  private FollowerFixture(TestGroup group, TestPeers peers, UnaryOperator<EngineOptions> change) {
    super(
        begun(group).node(HERE).store(),
        options -> member(group, peers, HERE, change.apply(options)));
    this.group = group;
    this.peers = peers;
    this.change = change;
  }

  private static TestGroup begun(TestGroup group) {
    group.elect(HERE);
    return group;
  }

  private static EngineOptions member(
      TestGroup group, TestPeers peers, int number, EngineOptions options) {
    return options.withRuntime(
        runtime -> runtime.withReplication(_ -> TestGroups.of(group, peers, number)));
  }

  @Override
  public Container container(ContainerDefinition definition) {
    group.elect(HERE);
    // A node of a cluster makes it on its own when it leads.
    Expect.await(() -> !engine.catalogue().accounts().isEmpty());
    Container made = made(definition);
    group.elect(LEADER);
    EngineOptions options =
        change.apply(
            EngineOptions.defaults()
                .withThrottling(false)
                .withHousekeepingMillis(0)
                .withClock(clock));
    // It knows the containers that there are by now, and takes the place of the one before it.
    Engine opened = Engine.open(group.node(LEADER).store(), member(group, peers, LEADER, options));
    leading.add(opened);
    documentsOfLeader = documents(opened);
    return made;
  }

  /** What was refused while leaders changed is tried again. */
  private Container made(ContainerDefinition definition) {
    while (true) {
      try {
        return super.container(definition);
      } catch (CompletionException e) {
        if (!Rerouting.isRefusal(e)) {
          throw e;
        }
      }
    }
  }

  /** That of both nodes: the one that does not lead has none to do. */
  @Override
  void round() {
    super.round();
    leading.getLast().housekeeping().round();
  }

  /** The items of a container as the node has them that leads. */
  Items atLeader(Items here) {
    Engine engine = leading.getLast();
    return Objects.requireNonNull(documentsOfLeader)
        .items(engine.containers().container(here.container().number()).orElseThrow());
  }

  @Override
  public void close() {
    super.close();
    leading.forEach(Engine::close);
  }
}
