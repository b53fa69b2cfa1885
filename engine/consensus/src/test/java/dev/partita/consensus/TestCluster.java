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
import dev.partita.storage.Durability;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.rocks.RocksStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A few nodes in one process, each with a log and data on disk, and one group. */
final class TestCluster implements AutoCloseable {

  static final int GROUP = 1;
  static final int SEGMENT = 7;

  private static final int ELECTION_TIMEOUT_MILLIS = 400;
  private static final long PATIENCE_MILLIS = 60_000;

  /** One node while it runs. */
  static final class Node implements AutoCloseable {
    final int number;
    final Store data;
    final ConsensusNode consensus;
    final ReplicationGroup group;

    Node(int number, Store data, ConsensusNode consensus, ReplicationGroup group) {
      this.number = number;
      this.data = data;
      this.consensus = consensus;
      this.group = group;
    }

    Leadership leadership() {
      return group.leadership();
    }

    @Nullable String read(String key) {
      byte[] value = data.written().get(Family.ITEMS, key(key));
      return value == null ? null : new String(value, UTF_8);
    }

    @Override
    public void close() {
      consensus.close();
      data.close();
    }
  }

  final LoopbackNetwork network = new LoopbackNetwork();
  final Map<Integer, Node> nodes = new TreeMap<>();
  private final Path folder;
  private final long flushBytes;

  TestCluster(Path folder, int size) {
    this(folder, size, 64L << 20);
  }

  TestCluster(Path folder, int size, long flushBytes) {
    this.folder = folder;
    this.flushBytes = flushBytes;
    Members members = Members.of(IntStream.rangeClosed(1, size).boxed().toList());
    members.voters().forEach(number -> start(number, members));
  }

  Node start(int number, Members members) {
    Path home = folder.resolve("node-" + number);
    Store data =
        RocksStore.open(
            StoreOptions.in(home.resolve("data")).withDurability(Durability.LOGGED_ELSEWHERE));
    ConsensusOptions options =
        ConsensusOptions.in(home.resolve("raft"))
            .withElectionTimeoutMillis(ELECTION_TIMEOUT_MILLIS)
            .withFlushBytes(flushBytes);
    ConsensusNode consensus =
        ConsensusNode.start(options, network.node(number), data::flush, Clock.system());
    ReplicationGroup group =
        consensus.open(GROUP, members, new StoreStateMachine(data, GROUP, () -> List.of(SEGMENT)));
    Node node = new Node(number, data, consensus, group);
    nodes.put(number, node);
    return node;
  }

  /** Ends a node as a killed process does for the others; what it has not flushed is lost. */
  void kill(int number) {
    network.kill(number);
    Node node = nodes.remove(number);
    if (node != null) {
      node.close();
    }
  }

  Node restart(int number) {
    kill(number);
    return start(number, Members.UNKNOWN);
  }

  /** Removes all that a node has on its disk. */
  void wipe(int number) {
    try (Stream<Path> files = Files.walk(folder.resolve("node-" + number))) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Optional<Node> findLeader() {
    return nodes.values().stream().filter(node -> node.leadership().isLeader()).findFirst();
  }

  Node leader() {
    await(() -> findLeader().isPresent(), "a leader");
    return findLeader().orElseThrow();
  }

  /** The leader once it is not one of these. */
  Node leaderOtherThan(int number) {
    await(
        () -> findLeader().isPresent() && findLeader().orElseThrow().number != number,
        "another leader");
    return findLeader().orElseThrow();
  }

  Node follower() {
    int leader = leader().number;
    return nodes.values().stream().filter(node -> node.number != leader).findFirst().orElseThrow();
  }

  static byte[] key(String name) {
    return new KeyWriter().u32(SEGMENT).utf8(name).toBytes();
  }

  static Effect put(long term, long lsn, String name, String value) {
    Batch batch = new Batch().put(Family.ITEMS, key(name), value.getBytes(UTF_8));
    return new Effect(SEGMENT, 1, 1, term, lsn, lsn, batch);
  }

  /** Writes through whoever leads, again until it has certainly happened. */
  void write(String name, String value) {
    Deadline deadline = Deadline.in(PATIENCE_MILLIS, Clock.system());
    while (true) {
      Node leader = leader();
      try {
        long term = leader.leadership().term();
        leader.group.propose(put(term, 1, name, value)).visible().get(5, TimeUnit.SECONDS);
        return;
      } catch (NotLeading | ExecutionException e) {
        deadline.require();
      } catch (TimeoutException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  void awaitEverywhere(String name, String value) {
    for (Node node : nodes.values()) {
      await(() -> value.equals(node.read(name)), name + " at node " + node.number);
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
    nodes.values().forEach(Node::close);
    network.close();
  }
}
