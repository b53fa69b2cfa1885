package dev.partita.consensus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.fail;

import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.time.Clock;
import dev.partita.base.time.Deadline;
import dev.partita.replication.Effect;
import dev.partita.replication.Leadership;
import dev.partita.replication.NotLeading;
import dev.partita.replication.StoreStateMachine;
import dev.partita.replication.group.Members;
import dev.partita.replication.group.ReplicationGroup;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import dev.partita.storage.memory.MemoryStore;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A few nodes in one process, each with a log and data that outlive it, and one group. */
final class TestCluster implements AutoCloseable {

  static final int GROUP = 1;
  static final int SEGMENT = 7;

  private static final int ELECTION_TIMEOUT_MILLIS = 250;
  private static final long PATIENCE_MILLIS = 60_000;

  /** One node while it runs. */
  record Node(int number, MemoryStore data, ConsensusNode consensus, ReplicationGroup group) {

    Leadership leadership() {
      return group.leadership();
    }

    @Nullable String read(String key) {
      byte[] value = data.written().get(Family.ITEMS, key(key));
      return value == null ? null : new String(value, UTF_8);
    }
  }

  final LoopbackNetwork network = new LoopbackNetwork();
  final Map<Integer, Node> nodes = new TreeMap<>();
  private final Map<Integer, MemoryStore> data = new HashMap<>();
  private final Map<Integer, Store> logs = new HashMap<>();
  private final IntFunction<Store> newLog;
  private final long flushBytes;

  TestCluster(int size) {
    this(size, 64L << 20);
  }

  TestCluster(int size, long flushBytes) {
    this(size, flushBytes, _ -> new FaultyStore());
  }

  /**
   * @param newLog the log of a node
   */
  TestCluster(int size, long flushBytes, IntFunction<Store> newLog) {
    this.newLog = newLog;
    this.flushBytes = flushBytes;
    Members members = Members.of(IntStream.rangeClosed(1, size).boxed().toList());
    members.voters().forEach(number -> start(number, members));
  }

  /** The data of a node, also before it starts. */
  MemoryStore data(int number) {
    return data.computeIfAbsent(number, _ -> new MemoryStore());
  }

  Node start(int number, Members members) {
    MemoryStore state = data(number);
    ConsensusOptions options =
        ConsensusOptions.in(Path.of("none"))
            .withElectionTimeoutMillis(ELECTION_TIMEOUT_MILLIS)
            .withUnknownAfterMillis(1_500)
            .withFlushBytes(flushBytes);
    ConsensusNode consensus =
        ConsensusNode.start(
            options,
            network.node(number),
            logs.computeIfAbsent(number, newLog::apply),
            state::flush,
            Clock.system());
    ReplicationGroup group =
        consensus.open(GROUP, members, new StoreStateMachine(state, GROUP, () -> List.of(SEGMENT)));
    Node node = new Node(number, state, consensus, group);
    nodes.put(number, node);
    return node;
  }

  /** Ends a node as the end of its machine does: what of its data was not flushed is lost. */
  void kill(int number) {
    network.kill(number);
    Node node = nodes.remove(number);
    if (node != null) {
      node.consensus().close();
      node.data().crash();
    }
  }

  Node restart(int number) {
    kill(number);
    return start(number, Members.UNKNOWN);
  }

  /** Removes all that a node has on its disk, which is not running. */
  void wipe(int number) {
    data.remove(number);
    logs.remove(number);
  }

  /** Removes the data of a node that is not running, and leaves its log. */
  void wipeData(int number) {
    data.remove(number);
  }

  /** Removes the log of a node that is not running, and leaves its data. */
  void wipeLog(int number) {
    logs.remove(number);
  }

  FaultyStore log(int number) {
    return (FaultyStore) Objects.requireNonNull(logs.get(number));
  }

  Node node(int number) {
    return Objects.requireNonNull(nodes.get(number));
  }

  Optional<Node> findLeader() {
    return nodes.values().stream().filter(node -> node.leadership().isLeader()).findFirst();
  }

  Node leader() {
    await(() -> findLeader().isPresent(), "a leader");
    return findLeader().orElseThrow();
  }

  Node leaderOtherThan(int number) {
    await(
        () ->
            nodes.values().stream()
                .anyMatch(node -> node.number() != number && node.leadership().isLeader()),
        "another leader");
    return nodes.values().stream()
        .filter(node -> node.number() != number && node.leadership().isLeader())
        .findFirst()
        .orElseThrow();
  }

  Node follower() {
    int leader = leader().number();
    return nodes.values().stream()
        .filter(node -> node.number() != leader)
        .findFirst()
        .orElseThrow();
  }

  static byte[] key(String name) {
    return new KeyWriter().u32(SEGMENT).utf8(name).toBytes();
  }

  static Effect put(long term, String name, String value) {
    return put(term, name, value.getBytes(UTF_8));
  }

  static Effect put(long term, String name, byte[] value) {
    return new Effect(SEGMENT, 1, 1, term, 1, 1, new Batch().put(Family.ITEMS, key(name), value));
  }

  /** Writes through whoever leads, again until it has happened. */
  void write(String name, String value) {
    Deadline deadline = Deadline.in(PATIENCE_MILLIS, Clock.system());
    while (true) {
      Node leader = leader();
      try {
        Effect effect = put(leader.leadership().term(), name, value);
        leader.group().propose(effect).visible().get(5, TimeUnit.SECONDS);
        return;
      } catch (NotLeading | IllegalArgumentException | ExecutionException | TimeoutException e) {
        deadline.require();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  void awaitEverywhere(String name, String value) {
    for (Node node : nodes.values()) {
      await(() -> value.equals(node.read(name)), name + " at node " + node.number());
    }
  }

  static void await(BooleanSupplier condition, String what) {
    Clock clock = Clock.system();
    Deadline deadline = Deadline.in(PATIENCE_MILLIS, clock);
    while (!condition.getAsBoolean()) {
      if (deadline.isOver()) {
        fail("Waited in vain for " + what);
      }
      clock.sleep(5);
    }
  }

  @Override
  public void close() {
    nodes.values().forEach(node -> node.consensus().close());
    network.close();
  }
}
