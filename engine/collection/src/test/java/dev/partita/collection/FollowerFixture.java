package dev.partita.collection;

import dev.partita.container.Engine;
import dev.partita.container.EngineOptions;
import dev.partita.container.Rerouting;
import dev.partita.testkit.Expect;
import dev.partita.testkit.TestGroup;
import dev.partita.testkit.TestGroups;
import dev.partita.testkit.TestPeers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * Collections at an engine that does not lead: another one does, over a replica of its own.
 * Collections are made while this engine leads.
 */
final class FollowerFixture extends CollectionFixture {

  private static final int HERE = 1;
  private static final int LEADER = 2;

  final TestGroup group;
  final TestPeers peers;
  private final List<Engine> leading = new ArrayList<>();

  FollowerFixture() {
    this(new TestGroup(2), new TestPeers());
  }

  private FollowerFixture(TestGroup group, TestPeers peers) {
    super(begun(group).node(HERE).store(), options -> member(group, peers, HERE, options));
    this.group = group;
    this.peers = peers;
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
  BsonCollection create(@Nullable String shardKey) {
    group.elect(HERE);
    // A node of a cluster makes it on its own when it leads.
    Expect.await(() -> !engine.catalogue().accounts().isEmpty());
    BsonCollection made = made(shardKey);
    group.elect(LEADER);
    EngineOptions options =
        EngineOptions.defaults().withThrottling(false).withHousekeepingMillis(0).withClock(clock);
    Engine opened = Engine.open(group.node(LEADER).store(), member(group, peers, LEADER, options));
    leading.add(opened);
    BsonCollections _ = collections(opened);
    return made;
  }

  @Override
  void assumeItChangesContainers() {
    Assumptions.abort("In this harness the catalogue is changed where the engine leads.");
  }

  private BsonCollection made(@Nullable String shardKey) {
    while (true) {
      try {
        return super.create(shardKey);
      } catch (CompletionException e) {
        if (!Rerouting.isRefusal(e)) {
          throw e;
        }
      }
    }
  }

  @Override
  public void close() {
    super.close();
    leading.forEach(Engine::close);
  }
}
