package dev.partita.cluster.placement;

import dev.partita.base.time.ManualClock;
import dev.partita.cluster.ClusterMap;
import dev.partita.cluster.ClusterSettings;
import dev.partita.cluster.GroupEntry;
import dev.partita.cluster.NodeEntry;
import dev.partita.cluster.NodeFigures;
import dev.partita.cluster.NodeLabels;
import dev.partita.cluster.NodeReport;
import dev.partita.cluster.ReplicaFigures;
import dev.partita.replication.NotLeading;
import dev.partita.replication.group.GroupStatus;
import dev.partita.replication.group.Members;
import dev.partita.replication.group.ReplicaStatus;
import dev.partita.replication.group.ReplicationGroup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Nodes and groups that do what the driver says, some rounds later. It fails the test when a group
 * is told to give up a majority. For one thread; the same seed gives the same.
 */
final class SimulatedCluster implements ClusterRecords, GroupLeaders {

  static final long ROUND_MILLIS = 1_000;

  /** In how many rounds nothing is to be done when all is well. */
  static final int QUIET_ROUNDS = 3;

  /** A change of members that is on the way. */
  private record Copying(
      int group, Members to, long doneMillis, CompletableFuture<@Nullable Void> result) {}

  final ManualClock clock = new ManualClock(0);
  final Map<Integer, NodeEntry> nodes = new TreeMap<>();
  final Map<Integer, GroupEntry> groups = new TreeMap<>();
  final Map<Integer, Members> actual = new TreeMap<>();
  final Map<Integer, Long> bytes = new HashMap<>();
  final Map<Integer, Double> units = new HashMap<>();
  ClusterSettings settings = ClusterSettings.STANDARD;
  int copies;
  int transfers;
  private final Map<Integer, Integer> leaders = new HashMap<>();
  private final Map<Integer, Long> downSince = new HashMap<>();
  private final List<Copying> copying = new ArrayList<>();
  private final Random random;
  private PlacementDriver driver = new PlacementDriver(this, this, clock);

  SimulatedCluster(long seed) {
    this.random = new Random(seed);
  }

  // What happens to it

  int addNode(int cores, NodeLabels labels) {
    int number = nodes.keySet().stream().mapToInt(each -> each).max().orElse(0) + 1;
    nodes.put(
        number, new NodeEntry(number, "n" + number, "", labels, cores, NodeEntry.State.SERVING));
    if (groups.isEmpty()) {
      create(new GroupEntry(GroupEntry.CATALOGUE, Members.of(List.of(number)), null));
    }
    return number;
  }

  void stop(int node) {
    downSince.put(node, clock.millis());
  }

  void start(int node) {
    downSince.remove(node);
  }

  void wants(int node, NodeEntry.State state) {
    nodes.computeIfPresent(node, (_, entry) -> entry.withState(state));
  }

  /** Another node leads the catalogue: the driver there knows nothing of what was begun. */
  void changeDriver() {
    driver = new PlacementDriver(this, this, clock);
  }

  // Time

  /** Lets a round's time pass, and has the driver do its round. */
  List<Step> round() {
    clock.advanceMillis(ROUND_MILLIS);
    for (Copying each : List.copyOf(copying)) {
      if (each.doneMillis() <= clock.millis()) {
        finish(each);
      }
    }
    for (GroupEntry group : groups.values()) {
      Members members = members(group.number());
      Integer leader = leaders.get(group.number());
      if (leader == null || !isUp(leader) || !members.voters().contains(leader)) {
        leaders.remove(group.number());
        if (hasMajority(members)) {
          members.voters().stream()
              .filter(this::isUp)
              .findFirst()
              .ifPresent(next -> leaders.put(group.number(), next));
        }
      }
    }
    driver.round(map());
    return driver.wanted();
  }

  /** Rounds until nothing is to be done or on the way; fails after so many. */
  int settle(int roundsMax) {
    int quiet = 0;
    for (int round = 1; round <= roundsMax; round++) {
      List<Step> steps = round();
      boolean changing = groups.values().stream().anyMatch(GroupEntry::isChanging);
      quiet = steps.isEmpty() && copying.isEmpty() && !changing ? quiet + 1 : 0;
      if (quiet == QUIET_ROUNDS) {
        return round;
      }
    }
    throw new AssertionError(
        "Not settled after " + roundsMax + " rounds; to be done: " + driver.wanted());
  }

  private void finish(Copying each) {
    copying.remove(each);
    Members before = members(each.group());
    boolean canCommit = hasMajority(before) && hasMajority(each.to());
    boolean arrived =
        each.to().voters().stream().allMatch(node -> before.voters().contains(node) || isUp(node));
    if (!canCommit || !arrived) {
      each.result().completeExceptionally(new IllegalStateException("A node does not catch up."));
      return;
    }
    actual.put(each.group(), each.to());
    each.result().complete(null);
  }

  boolean isUp(int node) {
    return nodes.containsKey(node) && !downSince.containsKey(node);
  }

  boolean hasMajority(Members members) {
    return members.voters().stream().filter(this::isUp).count() > members.voters().size() / 2;
  }

  // What the driver sees

  ClusterMap map() {
    Map<Integer, List<ReplicaFigures>> replicas = new HashMap<>();
    for (int group : groups.keySet()) {
      for (int node : members(group).all()) {
        replicas.computeIfAbsent(node, _ -> new ArrayList<>()).add(replica(group, node));
      }
    }
    List<NodeReport> reports = new ArrayList<>();
    for (int node : nodes.keySet()) {
      Long since = downSince.get(node);
      reports.add(
          new NodeReport(
              node,
              since == null ? 0 : clock.millis() - since + ClusterMap.SUSPECT_MILLIS,
              0,
              new NodeFigures(
                  node,
                  "1",
                  "",
                  0,
                  0,
                  1L << 50,
                  1L << 49,
                  0,
                  0,
                  replicas.getOrDefault(node, List.of()))));
    }
    return new ClusterMap(nodes.values(), groups.values(), reports, settings);
  }

  private ReplicaFigures replica(int group, int node) {
    Members members = members(group);
    List<ReplicaStatus> others =
        leader(group) == node
            ? members.all().stream()
                .filter(other -> other != node)
                .map(
                    other ->
                        new ReplicaStatus(other, members.learners().contains(other), 1, 0, false))
                .toList()
            : List.of();
    return new ReplicaFigures(
        group,
        new GroupStatus(1, leader(group), 1, 1, 1, 1, 1, 0, 0, false, others, null),
        bytes.getOrDefault(group, 0L),
        units.getOrDefault(group, 0.0),
        true);
  }

  /** Who keeps a group by now. */
  Members members(int group) {
    return Objects.requireNonNull(actual.get(group));
  }

  int leader(int group) {
    return leaders.getOrDefault(group, ReplicationGroup.NO_NODE);
  }

  Map<Integer, Long> replicasByNode() {
    Map<Integer, Long> counts = new TreeMap<>();
    nodes.keySet().forEach(node -> counts.put(node, 0L));
    dataGroups()
        .forEach(group -> group.voters().forEach(node -> counts.merge(node, 1L, Long::sum)));
    return counts;
  }

  Map<Integer, Long> leadersByNode() {
    Map<Integer, Long> counts = new TreeMap<>();
    nodes.keySet().forEach(node -> counts.put(node, 0L));
    leaders.values().forEach(node -> counts.merge(node, 1L, Long::sum));
    return counts;
  }

  Collection<Members> dataGroups() {
    return actual.entrySet().stream()
        .filter(entry -> entry.getKey() != GroupEntry.CATALOGUE)
        .map(Map.Entry::getValue)
        .toList();
  }

  // What the driver does

  @Override
  public boolean create(GroupEntry group) {
    if (groups.putIfAbsent(group.number(), group) != null) {
      return false;
    }
    actual.put(group.number(), group.members());
    return true;
  }

  @Override
  public boolean change(GroupEntry seen, GroupEntry after) {
    return groups.replace(seen.number(), seen, after);
  }

  @Override
  public boolean strike(NodeEntry node) {
    for (Members members : dataGroups()) {
      if (members.contains(node.number())) {
        throw new AssertionError("Node " + node.number() + " is struck and keeps " + members);
      }
    }
    return nodes.remove(node.number(), node);
  }

  @Override
  public CompletableFuture<@Nullable Void> changeMembers(int leader, int group, Members to) {
    var result = new CompletableFuture<@Nullable Void>();
    if (leader(group) != leader) {
      result.completeExceptionally(new NotLeading());
      return result;
    }
    requireSafe(group, to);
    Set<Integer> added = new TreeSet<>(to.voters());
    added.removeAll(members(group).voters());
    copies += group == GroupEntry.CATALOGUE ? 0 : added.size();
    long rounds = added.isEmpty() ? 0 : 1 + random.nextInt(4);
    copying.add(new Copying(group, to, clock.millis() + rounds * ROUND_MILLIS, result));
    return result;
  }

  private void requireSafe(int group, Members to) {
    Members before = members(group);
    long upBefore = before.voters().stream().filter(this::isUp).count();
    long upAfter = to.voters().stream().filter(this::isUp).count();
    boolean isShrinking = to.voters().size() < before.voters().size();
    if (!hasMajority(to) || (upAfter < upBefore && !isShrinking) || to.voters().size() % 2 == 0) {
      throw new AssertionError("Group " + group + " is told to go from " + before + " to " + to);
    }
  }

  @Override
  public CompletableFuture<@Nullable Void> transferLeadership(int leader, int group, int to) {
    transfers++;
    if (leader(group) != leader || !members(group).voters().contains(to) || !isUp(to)) {
      return CompletableFuture.failedFuture(new NotLeading());
    }
    leaders.put(group, to);
    return CompletableFuture.completedFuture(null);
  }
}
