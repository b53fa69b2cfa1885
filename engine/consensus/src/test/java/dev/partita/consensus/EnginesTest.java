package dev.partita.consensus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.base.time.Deadline;
import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.EngineOptions;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.GroupRecord;
import dev.partita.container.check.Finding;
import dev.partita.container.check.Progress;
import dev.partita.container.group.ClusterGroups;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionScheme;
import dev.partita.document.ConditionCompiler;
import dev.partita.document.Documents;
import dev.partita.document.Precondition;
import dev.partita.document.check.DataCheck;
import dev.partita.document.codec.ItemCodec;
import dev.partita.json.JsonObject;
import dev.partita.replication.group.Members;
import dev.partita.replication.group.ReplicationGroup;
import dev.partita.replication.peer.Peers;
import dev.partita.storage.Cursor;
import dev.partita.storage.Durability;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.rocks.RocksStore;
import dev.partita.throughput.ThroughputSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole engines on the consensus that they are served with. */
@Timeout(120)
class EnginesTest {

  private static final List<Integer> NODES = List.of(1, 2, 3);
  private static final List<Integer> GROUPS = List.of(1, 2);
  private static final Clock CLOCK = Clock.system();

  @TempDir private Path folder = Path.of("");
  private final LoopbackNetwork network = new LoopbackNetwork();
  private final Map<Integer, Node> nodes = new TreeMap<>();
  private final Map<Integer, Store> stores = new HashMap<>();

  private int asked;

  /** An engine with all that it runs on. */
  private record Node(Engine engine, Documents documents) {}

  @AfterEach
  void close() {
    nodes.values().forEach(node -> node.engine().close());
    network.close();
  }

  private void start(int number) {
    Path own = folder.resolve("node" + number);
    Store store =
        RocksStore.open(
            StoreOptions.in(own.resolve("data")).withDurability(Durability.LOGGED_ELSEWHERE));
    stores.put(number, store);
    Peers peers = network.node(number);
    ConsensusNode consensus =
        ConsensusNode.start(
            ConsensusOptions.in(own.resolve("log")).withElectionTimeoutMillis(300),
            peers,
            store::flush,
            CLOCK);
    ClusterGroups.Environment environment =
        new ClusterGroups.Environment(
            consensus,
            peers,
            Members.of(NODES),
            CLOCK.nanos(),
            CLOCK,
            Thread::startVirtualThread,
            (what, failure) -> System.err.println("Could not " + what + ": " + failure));
    Engine engine =
        Engine.open(
            store,
            EngineOptions.defaults()
                .withThrottling(false)
                .withRuntime(
                    runtime ->
                        runtime.withReplication(over -> new ClusterGroups(environment, over))));
    nodes.put(
        number, new Node(engine, new Documents(engine, ConditionCompiler.NONE, new ItemCodec())));
  }

  /** Ends a node that nobody hears of any more; what it did not flush, its logs have. */
  private void end(int number) {
    network.kill(number);
    Node ended = nodes.remove(number);
    if (ended != null) {
      ended.engine().close();
    }
  }

  /** Fails with how the groups are doing if something has not come in time. */
  private void require(Deadline deadline) {
    if (deadline.isOver()) {
      List<String> state = new ArrayList<>();
      nodes.forEach(
          (number, node) -> {
            for (int group = 0; group <= GROUPS.size(); group++) {
              ReplicationGroup part = ((ClusterGroups) node.engine().groups()).group(group);
              state.add(
                  "node %d group %d leads %s %s"
                      .formatted(
                          number,
                          group,
                          node.engine().groups().leads(group),
                          part == null ? "is not open" : part.status()));
            }
          });
      throw new AssertionError(String.join("\n", state));
    }
  }

  private void await(BooleanSupplier condition) {
    Deadline deadline = Deadline.in(30_000, CLOCK);
    while (!condition.getAsBoolean()) {
      require(deadline);
      CLOCK.sleep(10);
    }
  }

  private @Nullable Node leaderOf(int group) {
    return nodes.values().stream()
        .filter(node -> node.engine().groups().leads(group))
        .findFirst()
        .orElse(null);
  }

  private void awaitLeaders() {
    await(() -> leaderOf(0) != null && GROUPS.stream().allMatch(group -> leaderOf(group) != null));
  }

  /** Writes an item by way of one node after the other, whoever leads its partition. */
  private void write(int container, String key, int value) {
    JsonObject document =
        JsonObject.builder().put("id", "i").put("pk", key).put("v", value).build();
    Deadline deadline = Deadline.in(30_000, CLOCK);
    while (true) {
      List<Node> all = List.copyOf(nodes.values());
      Node node = all.get(asked++ % all.size());
      try {
        Container found = node.engine().containers().container(container).orElseThrow();
        var _ = node.documents().items(found).upsert(null, document, Precondition.NONE);
        return;
      } catch (DatabaseException e) {
        // Nobody leads, or nobody knows whether it was written: then it is written again.
        require(deadline);
        CLOCK.sleep(10);
      }
    }
  }

  @Test
  void liveThroughTheLossOfNodesWithAllThatWasWritten() {
    NODES.forEach(this::start);
    await(
        () ->
            nodes.values().stream()
                .allMatch(node -> !node.engine().catalogue().accounts().isEmpty()));
    // Asked for on a node whether it leads or not, and there when it is answered.
    Engine asked = engine(2);
    GROUPS.forEach(group -> asked.catalogue().cluster().createGroup(group, NODES));
    int database = asked.containers().createDatabase(Engine.DEFAULT_ACCOUNT, "d", null).number();
    Container container =
        asked
            .containers()
            .createContainer(
                database,
                ContainerDefinition.of(
                    "c", new PartitionScheme.Hashed(PartitionKeyDefinition.hash("/pk"))),
                new ThroughputSettings.Manual(20_000));
    assertThat(container.record().segments().numbers())
        .extracting(container.record().segments()::groupOf)
        .containsExactlyInAnyOrderElementsOf(GROUPS);
    int number = container.number();
    await(
        () ->
            nodes.values().stream()
                .allMatch(node -> node.engine().catalogue().container(number).isPresent()));
    awaitLeaders();
    Map<String, Integer> written = new HashMap<>();
    fill(number, written, 0);

    for (int killed : NODES) {
      end(killed);
      awaitLeaders();
      fill(number, written, killed);
      splitOne(number);
      fill(number, written, 10 * killed);
      start(killed);
      awaitLeaders();
    }

    for (GroupRecord group : engine(1).catalogue().cluster().groups()) {
      assertThat(group.epoch()).isPositive();
    }
    await(() -> contents(1).equals(contents(2)) && contents(2).equals(contents(3)));
    requireWritten(number, written);
    List<Finding> findings = new ArrayList<>();
    NODES.forEach(this::end);
    for (int node : NODES) {
      try (Store store = RocksStore.openReadOnly(StoreOptions.in(data(node)))) {
        DataCheck.store(store, findings::add, Progress.NONE);
      }
    }
    assertThat(findings).isEmpty();
  }

  private Path data(int node) {
    return folder.resolve("node" + node).resolve("data");
  }

  private void fill(int container, Map<String, Integer> written, int value) {
    for (int i = 0; i < 20; i++) {
      write(container, "k" + i, value);
      written.put("k" + i, value);
    }
  }

  /** Splits a partition where it is led. */
  private void splitOne(int number) {
    Deadline deadline = Deadline.in(30_000, CLOCK);
    while (true) {
      try {
        Node leader = leaderOf(1);
        if (leader != null) {
          Container container = leader.engine().containers().container(number).orElseThrow();
          leader.engine().reshaper().split(container, largest(container));
          return;
        }
      } catch (DatabaseException e) {
        require(deadline);
      }
      require(deadline);
      CLOCK.sleep(10);
    }
  }

  private Engine engine(int number) {
    return Objects.requireNonNull(nodes.get(number)).engine();
  }

  private static int largest(Container container) {
    return container.ledPartitions().stream()
        .max(Comparator.comparingLong(owned -> owned.partition().state().recordCount()))
        .orElseThrow()
        .number();
  }

  private void requireWritten(int number, Map<String, Integer> written) {
    written.forEach(
        (key, value) -> {
          Container container = engine(1).containers().container(number).orElseThrow();
          PartitionKey partitionKey = PartitionKey.of(key);
          byte[] position = container.definition().scheme().logicalKey(partitionKey).position();
          Node leader = Objects.requireNonNull(leaderOf(container.group(position)));
          Container led = leader.engine().containers().container(number).orElseThrow();
          JsonObject found =
              leader.documents().items(led).read(partitionKey, "i").requireItem().document();
          assertThat(found.at("v").toString()).as(key).isEqualTo(value.toString());
        });
  }

  /** All that a replica holds but for its own notes. */
  private Map<String, String> contents(int number) {
    Map<String, String> contents = new TreeMap<>();
    Store store = stores.get(number);
    for (Family family : Family.values()) {
      if (family != Family.META && store != null) {
        try (Cursor cursor = store.scan(family, KeyRange.ALL)) {
          while (cursor.next()) {
            contents.put(family + Bytes.hex(cursor.key()), Bytes.hex(cursor.value()));
          }
        }
      }
    }
    return contents;
  }
}
