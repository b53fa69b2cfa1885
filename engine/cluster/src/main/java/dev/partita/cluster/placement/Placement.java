package dev.partita.cluster.placement;

import dev.partita.cluster.ClusterMap;
import dev.partita.cluster.GroupEntry;
import dev.partita.cluster.NodeEntry;
import dev.partita.cluster.NodeFigures;
import dev.partita.cluster.NodeLabels;
import dev.partita.replication.group.Members;
import dev.partita.replication.group.ReplicationGroup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Where replicas and leaders belong. {@link #steps} is a function of what is known of the cluster:
 * it gives what is to be done now, the urgent first, and nothing if all is well. For one thread.
 *
 * <p>A step is given only if the group can commit now and still could with the members to come,
 * were nobody new to answer; a node is given one replica at a time; and what is merely uneven is
 * left alone unless evening it out gains a twentieth of the mean.
 */
public final class Placement {

  /** By how much of the mean replicas must be uneven besides the weight of what is moved. */
  private static final double REPLICA_GAIN = 0.05;

  private static final double LEADER_GAIN = 0.15;

  /** Replicas are given to so many nodes at a time, or to a quarter of them. */
  private static final int MOVES_MIN = 2;

  private static final int CORES_OF_GROUP = 4;
  private static final int GROUPS_MAX = 400;

  private final ClusterMap map;
  private final Loads loads;
  private final List<Step> steps = new ArrayList<>();
  private final Set<Integer> receiving = new HashSet<>();
  private final Set<Integer> settledGroups = new HashSet<>();
  private final List<Integer> hosts;
  private final int movesMax;

  private Placement(ClusterMap map) {
    this.map = map;
    this.loads = new Loads(map);
    this.hosts =
        map.nodes().values().stream()
            .filter(node -> node.state() == NodeEntry.State.SERVING && map.isHeard(node.number()))
            .map(NodeEntry::number)
            .toList();
    this.movesMax = Math.max(MOVES_MIN, map.nodes().size() / 4);
  }

  /** What is to be done now. */
  public static List<Step> steps(ClusterMap map) {
    Placement placement = new Placement(map);
    placement.decide();
    return placement.steps;
  }

  private void decide() {
    for (GroupEntry group : map.groups().values()) {
      if (group.isChanging()) {
        settledGroups.add(group.number());
        if (!group.isCatalogue()) {
          receiving.addAll(group.wanted().all());
          receiving.removeAll(group.members().all());
        }
      }
    }
    catalogue();
    List<GroupEntry> groups =
        map.groups().values().stream()
            .filter(group -> !group.isCatalogue())
            .sorted(Comparator.comparingInt(map::votersHeard).thenComparingInt(GroupEntry::number))
            .toList();
    groups.forEach(this::replace);
    groups.forEach(this::resize);
    create();
    if (receiving.isEmpty()) {
      groups.forEach(this::spread);
    }
    if (receiving.isEmpty()) {
      even(groups);
    }
    leaders();
    strike();
  }

  // The catalogue, which every node has

  private void catalogue() {
    GroupEntry group = map.groups().get(GroupEntry.CATALOGUE);
    if (group == null || settledGroups.contains(group.number()) || !map.hasMajority(group)) {
      return;
    }
    SortedSet<Integer> voters = new TreeSet<>(group.members().voters());
    voters.removeIf(node -> map.isGone(node) || !stays(node));
    int wanted = map.votersWanted(group);
    while (voters.size() > wanted) {
      voters.remove(worstOf(voters, group.number()));
    }
    while (voters.size() < wanted) {
      Optional<Integer> candidate = bestFor(voters, hosts);
      if (candidate.isEmpty()) {
        break;
      }
      voters.add(candidate.get());
    }
    if (voters.size() % 2 == 0) {
      // There is nobody to take the place of those who left.
      voters = new TreeSet<>(group.members().voters());
      voters.retainAll(map.nodes().keySet());
    }
    SortedSet<Integer> learners = new TreeSet<>(map.nodes().keySet());
    learners.removeAll(voters);
    change(group, new Members(voters, learners), "every node has the catalogue");
  }

  // Groups of data

  /** Has other nodes take the places of those that are gone or leave. */
  private void replace(GroupEntry group) {
    if (!isFree(group)) {
      return;
    }
    SortedSet<Integer> voters = group.members().voters();
    Optional<Integer> out =
        voters.stream()
            .filter(node -> map.isGone(node) || !stays(node))
            .min(Comparator.comparing(node -> !map.isGone(node)));
    if (out.isPresent()) {
      SortedSet<Integer> rest = new TreeSet<>(voters);
      rest.remove(out.get());
      bestFor(rest, free(voters))
          .ifPresent(
              in ->
                  change(
                      group,
                      group.members().without(out.get()).withVoter(in),
                      map.isGone(out.get())
                          ? "node " + out.get() + " is gone"
                          : "node " + out.get() + " leaves"));
    }
  }

  /** Gives a group as many voters as it is to have; always an odd number of them. */
  private void resize(GroupEntry group) {
    if (!isFree(group)) {
      return;
    }
    int wanted = map.votersWanted(group);
    SortedSet<Integer> voters = new TreeSet<>(group.members().voters());
    while (voters.size() < wanted) {
      Optional<Integer> candidate = bestFor(voters, free(voters));
      if (candidate.isEmpty()) {
        break;
      }
      voters.add(candidate.get());
    }
    if (voters.size() % 2 == 0) {
      // Of an even number no more may fail than of one less.
      voters.retainAll(group.members().voters());
    }
    boolean allHeard = voters.stream().allMatch(map::isHeard);
    while (voters.size() > wanted && allHeard) {
      voters.remove(worstOf(voters, group.number()));
    }
    change(group, Members.of(voters), "it is to have " + wanted + " replicas");
  }

  /** Makes groups, one for each started four cores of each node. */
  private void create() {
    int wanted =
        map.nodes().values().stream()
            .filter(NodeEntry::stays)
            .mapToInt(node -> (node.cores() + CORES_OF_GROUP - 1) / CORES_OF_GROUP)
            .sum();
    int last = map.groups().isEmpty() ? 0 : map.groups().lastKey();
    long there = map.groups().values().stream().filter(group -> !group.isCatalogue()).count();
    GroupEntry catalogue = map.groups().get(GroupEntry.CATALOGUE);
    if (catalogue == null || there >= Math.min(wanted, GROUPS_MAX) || !map.hasMajority(catalogue)) {
      return;
    }
    SortedSet<Integer> voters = new TreeSet<>();
    int replicas = map.votersWanted(new GroupEntry(last + 1, Members.UNKNOWN, null));
    while (voters.size() < replicas) {
      Optional<Integer> candidate = bestFor(voters, free(voters));
      if (candidate.isEmpty()) {
        return;
      }
      voters.add(candidate.get());
    }
    receiving.addAll(voters);
    steps.add(
        new Step.CreateGroup(
            last + 1, Members.of(voters), "there is to be one for each four cores"));
  }

  /** Parts replicas that stand together although there is room elsewhere. */
  private void spread(GroupEntry group) {
    SortedSet<Integer> voters = group.members().voters();
    if (receiving.size() >= movesMax || !isFree(group) || !isWhole(group)) {
      return;
    }
    int now = together(voters);
    if (now == 0) {
      return;
    }
    SortedSet<Integer> best = null;
    int least = now;
    for (int out : voters) {
      SortedSet<Integer> rest = new TreeSet<>(voters);
      rest.remove(out);
      Optional<Integer> in = bestFor(rest, free(voters));
      if (in.isPresent()) {
        rest.add(in.get());
        if (together(rest) < least) {
          least = together(rest);
          best = rest;
        }
      }
    }
    if (best != null) {
      change(group, Members.of(best), "its replicas stand together");
    }
  }

  /** Moves replicas from nodes that have much to nodes that have little. */
  private void even(List<GroupEntry> groups) {
    double gain = REPLICA_GAIN * loads.meanKept(hosts);
    Map<Integer, List<GroupEntry>> kept = new HashMap<>();
    for (GroupEntry group : groups) {
      if (isFree(group) && isWhole(group)) {
        for (int node : group.members().voters()) {
          kept.computeIfAbsent(node, _ -> new ArrayList<>()).add(group);
        }
      }
    }
    List<Integer> byLoad = hosts.stream().sorted(loads.byKept()).toList();
    for (int from : byLoad.reversed()) {
      for (int to : byLoad) {
        if (receiving.size() >= movesMax || loads.kept(from) - loads.kept(to) <= gain) {
          break;
        }
        boolean isAble = !receiving.contains(to) && hasRoom(to);
        if (isAble && move(kept.getOrDefault(from, List.of()), from, to, gain)) {
          break;
        }
      }
    }
  }

  private boolean move(List<GroupEntry> groups, int from, int to, double gain) {
    double uneven = loads.kept(from) - loads.kept(to);
    GroupEntry best = null;
    double nearest = Double.MAX_VALUE;
    for (GroupEntry group : groups) {
      Members members = group.members();
      double weight = loads.weight(group.number());
      double off = Math.abs(uneven / 2 - weight);
      if (off < nearest
          && uneven - weight > gain
          && !members.contains(to)
          && !settledGroups.contains(group.number())
          && together(members.without(from).withVoter(to).voters()) <= together(members.voters())) {
        best = group;
        nearest = off;
      }
    }
    if (best == null) {
      return false;
    }
    change(best, best.members().without(from).withVoter(to), "node " + from + " has much");
    return true;
  }

  // Leaders

  private void leaders() {
    List<Integer> able =
        map.nodes().values().stream()
            .filter(node -> node.state() == NodeEntry.State.SERVING && map.isHeard(node.number()))
            .map(NodeEntry::number)
            .toList();
    double gain = LEADER_GAIN * loads.meanLed(able);
    for (GroupEntry group : map.groups().values()) {
      int from = map.leader(group.number());
      if (from == ReplicationGroup.NO_NODE || settledGroups.contains(group.number())) {
        continue;
      }
      boolean mustGo = !able.contains(from);
      double weight = loads.leaderWeight(group.number());
      group.members().voters().stream()
          .filter(node -> node != from && able.contains(node))
          .filter(node -> map.isLevel(group.number(), node))
          .min(loads.byLed())
          .filter(to -> mustGo || loads.led(from) - loads.led(to) - weight > gain)
          .ifPresent(
              to -> {
                loads.leads(group.number(), from, -1);
                loads.leads(group.number(), to, 1);
                settledGroups.add(group.number());
                steps.add(
                    new Step.MoveLeader(
                        group.number(),
                        from,
                        to,
                        mustGo
                            ? "node " + from + " is to lead nothing"
                            : "node " + from + " leads much"));
              });
    }
  }

  private void strike() {
    for (NodeEntry node : map.nodes().values()) {
      boolean keepsSomething =
          map.groups().values().stream()
              .anyMatch(
                  group ->
                      group.isCatalogue()
                          ? group.members().voters().contains(node.number())
                              || group.wanted().voters().contains(node.number())
                          : group.hosts().contains(node.number()));
      if (!node.stays() && !keepsSomething) {
        steps.add(new Step.StrikeNode(node, "it has nothing any more"));
      }
    }
  }

  // What steps are made of

  private void change(GroupEntry group, Members to, String reason) {
    if (to.equals(group.members()) || !isSafe(group, to)) {
      return;
    }
    settledGroups.add(group.number());
    if (!group.isCatalogue()) {
      for (int node : group.members().voters()) {
        loads.keeps(group.number(), node, -1);
      }
      for (int node : to.voters()) {
        loads.keeps(group.number(), node, 1);
        if (!group.members().contains(node)) {
          receiving.add(node);
        }
      }
    }
    steps.add(new Step.ChangeMembers(group.number(), to, reason));
  }

  /** Whether what takes part now is a majority of both, and no fewer take part than before. */
  private boolean isSafe(GroupEntry group, Members to) {
    long heard =
        to.voters().stream()
            .filter(
                node ->
                    group.members().voters().contains(node)
                        ? map.takesPart(group.number(), node)
                        : map.isHeard(node))
            .count();
    boolean shrinks = to.voters().size() < group.members().voters().size();
    return map.hasMajority(group)
        && heard > to.voters().size() / 2
        && (shrinks || heard >= map.votersHeard(group));
  }

  private boolean isFree(GroupEntry group) {
    return !settledGroups.contains(group.number())
        && map.hasMajority(group)
        && map.leader(group.number()) != ReplicationGroup.NO_NODE;
  }

  /** Whether nothing more urgent is to be done for a group. */
  private boolean isWhole(GroupEntry group) {
    return group.members().voters().stream()
        .allMatch(node -> stays(node) && map.takesPart(group.number(), node));
  }

  private boolean stays(int node) {
    NodeEntry entry = map.nodes().get(node);
    return entry != null && entry.stays();
  }

  /** The nodes that can be given a replica now. */
  private List<Integer> free(Collection<Integer> members) {
    if (receiving.size() >= movesMax) {
      return List.of();
    }
    return hosts.stream()
        .filter(node -> !members.contains(node) && !receiving.contains(node) && hasRoom(node))
        .toList();
  }

  private boolean hasRoom(int node) {
    return map.figures(node).map(NodeFigures::hasRoom).orElse(false);
  }

  /** The node that stands farthest from others, and of those the one that has least. */
  private Optional<Integer> bestFor(Collection<Integer> others, List<Integer> candidates) {
    return candidates.stream()
        .filter(node -> !others.contains(node))
        .min(
            Comparator.<Integer>comparingInt(node -> sharedWith(node, others))
                .thenComparing(loads.byKept()));
  }

  /** The one to do without: that stands with others, and of those the one that has most. */
  private int worstOf(SortedSet<Integer> voters, int group) {
    int leader = map.leader(group);
    return voters.stream()
        .filter(node -> node != leader)
        .max(
            Comparator.<Integer>comparingInt(node -> sharedWith(node, voters))
                .thenComparing(loads.byKept()))
        .orElseThrow();
  }

  private int sharedWith(int node, Collection<Integer> others) {
    NodeLabels labels = labels(node);
    return others.stream()
        .filter(other -> other != node)
        .mapToInt(other -> labels.shared(labels(other)))
        .sum();
  }

  /** How much the nodes stand together. */
  private int together(Collection<Integer> nodes) {
    return nodes.stream().mapToInt(node -> sharedWith(node, nodes)).sum();
  }

  private NodeLabels labels(int node) {
    NodeEntry entry = map.nodes().get(node);
    return entry == null ? NodeLabels.NONE : entry.labels();
  }
}
