package dev.partita.cluster;

import dev.partita.replication.group.GroupStatus;
import dev.partita.replication.group.ReplicaStatus;
import dev.partita.replication.group.ReplicationGroup;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The cluster as one node knows it at a moment: what the catalogue has, and what the nodes have
 * said last. Immutable.
 */
public final class ClusterMap {

  /** From how much silence on a node is not counted on. */
  public static final long SUSPECT_MILLIS = 3_000;

  /** With how many entries less than its leader a replica is level enough to lead. */
  private static final long LEVEL_ENTRIES = 10_000;

  private static final int CATALOGUE_VOTERS_MAX = 5;

  private final SortedMap<Integer, NodeEntry> nodes;
  private final SortedMap<Integer, GroupEntry> groups;
  private final SortedMap<Integer, NodeReport> reports;
  private final ClusterSettings settings;
  private final Map<Integer, Map<Integer, ReplicaFigures>> replicas = new HashMap<>();
  private final Map<Integer, Integer> leaders = new HashMap<>();

  public ClusterMap(
      Collection<NodeEntry> nodes,
      Collection<GroupEntry> groups,
      Collection<NodeReport> reports,
      ClusterSettings settings) {
    this.nodes = byNumber(nodes, NodeEntry::number);
    this.groups = byNumber(groups, GroupEntry::number);
    this.reports = byNumber(reports, NodeReport::node);
    this.settings = settings;
    for (NodeReport report : reports) {
      NodeFigures figures = report.figures();
      if (figures != null) {
        Map<Integer, ReplicaFigures> byGroup = new HashMap<>();
        figures.replicas().forEach(each -> byGroup.put(each.group(), each));
        replicas.put(report.node(), byGroup);
      }
    }
    this.groups.keySet().forEach(group -> leaders.put(group, findLeader(group)));
  }

  private static <T> SortedMap<Integer, T> byNumber(Collection<T> all, ToIntFunction<T> number) {
    SortedMap<Integer, T> map = new TreeMap<>();
    all.forEach(each -> map.put(number.applyAsInt(each), each));
    return Collections.unmodifiableSortedMap(map);
  }

  /** All nodes, by their numbers. */
  public SortedMap<Integer, NodeEntry> nodes() {
    return nodes;
  }

  /** All groups, by their numbers. */
  public SortedMap<Integer, GroupEntry> groups() {
    return groups;
  }

  public ClusterSettings settings() {
    return settings;
  }

  /** What a node has said last, if it has said anything. */
  public Optional<NodeFigures> figures(int node) {
    NodeReport report = reports.get(node);
    return report == null ? Optional.empty() : Optional.ofNullable(report.figures());
  }

  /** How long a node has not answered; as long as can be if it never did. */
  public long silentMillis(int node) {
    NodeReport report = reports.get(node);
    return report == null ? Long.MAX_VALUE : report.silentMillis();
  }

  /** How far the clock of a node is ahead of this one's. */
  public long clockAheadMillis(int node) {
    NodeReport report = reports.get(node);
    return report == null ? 0 : report.clockAheadMillis();
  }

  /** Whether a node belongs to the cluster and has answered of late. */
  public boolean isHeard(int node) {
    return nodes.containsKey(node) && silentMillis(node) < SUSPECT_MILLIS;
  }

  /** Whether nobody expects a node back: it was struck, or was silent for too long. */
  public boolean isGone(int node) {
    return !nodes.containsKey(node) || silentMillis(node) >= settings.repairAfterMillis();
  }

  /** A node's replica of a group, if the node has spoken of it. */
  public Optional<ReplicaFigures> replica(int group, int node) {
    return Optional.ofNullable(replicas.getOrDefault(node, Map.of()).get(group));
  }

  /**
   * The node that leads a group and has said so itself; {@link ReplicationGroup#NO_NODE} if there
   * is none.
   */
  public int leader(int group) {
    return leaders.getOrDefault(group, ReplicationGroup.NO_NODE);
  }

  private int findLeader(int group) {
    int leader = ReplicationGroup.NO_NODE;
    long term = 0;
    for (int node : hosts(group)) {
      GroupStatus status = isHeard(node) ? status(group, node) : null;
      if (status != null && status.leader() == node && status.term() > term) {
        leader = node;
        term = status.term();
      }
    }
    return leader;
  }

  private @Nullable GroupStatus status(int group, int node) {
    return replica(group, node).map(ReplicaFigures::status).orElse(null);
  }

  private Collection<Integer> hosts(int group) {
    GroupEntry entry = groups.get(group);
    return entry == null ? List.of() : entry.hosts();
  }

  /** How many entries a replica lacks; empty if nobody leads or nothing is known of it. */
  public Optional<Long> lag(int group, int node) {
    GroupStatus leading = status(group, leader(group));
    if (leading == null) {
      return Optional.empty();
    }
    if (leading.leader() == node) {
      return Optional.of(0L);
    }
    return leading.replicas().stream()
        .filter(each -> each.node() == node)
        .filter(each -> each.silentMillis() != ReplicaStatus.NEVER)
        .map(each -> each.lag(leading.lastIndex()))
        .findFirst();
  }

  /** Whether a replica could lead at once. */
  public boolean isLevel(int group, int node) {
    boolean sound =
        replica(group, node)
            .map(each -> each.status().problem() == null && !each.status().isInstalling())
            .orElse(false);
    return sound
        && isHeard(node)
        && lag(group, node).filter(entries -> entries <= LEVEL_ENTRIES).isPresent();
  }

  /** Whether a node takes part in a group, as far as anyone can tell. */
  public boolean takesPart(int group, int node) {
    return isHeard(node)
        && replica(group, node).map(each -> each.status().problem() == null).orElse(false);
  }

  /** How many of a group's voters take part. */
  public int votersHeard(GroupEntry group) {
    return (int)
        group.members().voters().stream().filter(node -> takesPart(group.number(), node)).count();
  }

  /** Whether a group can commit. */
  public boolean hasMajority(GroupEntry group) {
    return votersHeard(group) > group.members().voters().size() / 2;
  }

  /** About how much data a group has. */
  public long bytes(int group) {
    return hosts(group).stream()
        .flatMap(node -> replica(group, node).stream())
        .mapToLong(ReplicaFigures::bytes)
        .max()
        .orElse(0);
  }

  /** What a group is charged in a second. */
  public double requestUnits(int group) {
    return replica(group, leader(group)).map(ReplicaFigures::requestUnits).orElse(0.0);
  }

  /** With how many voters a group is to be kept, with as many nodes as there are. */
  public int votersWanted(GroupEntry group) {
    long staying = nodes.values().stream().filter(NodeEntry::stays).count();
    int most = group.isCatalogue() ? CATALOGUE_VOTERS_MAX : settings.replicas();
    return staying >= 5 ? most : staying >= 3 ? Math.min(most, 3) : 1;
  }
}
