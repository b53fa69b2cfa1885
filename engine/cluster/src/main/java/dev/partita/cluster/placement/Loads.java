package dev.partita.cluster.placement;

import dev.partita.cluster.ClusterMap;
import dev.partita.cluster.GroupEntry;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What nodes have to carry, with the steps that are decided on so far. For one thread.
 *
 * <p>A group weighs its bytes and a bit, so that empty groups are spread, too; leading it weighs
 * what it is charged, and as much as the average group, so that idle ones are spread.
 */
final class Loads {

  /** What a group weighs besides its data. */
  private static final long GROUP_BYTES = 64 << 20;

  private final ClusterMap map;
  private final double meanUnits;
  private final Map<Integer, Double> kept = new HashMap<>();
  private final Map<Integer, Double> led = new HashMap<>();

  Loads(ClusterMap map) {
    this.map = map;
    this.meanUnits =
        map.groups().keySet().stream().mapToDouble(map::requestUnits).average().orElse(0);
    for (GroupEntry group : map.groups().values()) {
      if (!group.isCatalogue()) {
        group.wanted().voters().forEach(node -> keeps(group.number(), node, 1));
      }
      leads(group.number(), map.leader(group.number()), 1);
    }
  }

  /** What it takes to keep a group. */
  double weight(int group) {
    return map.bytes(group) + GROUP_BYTES;
  }

  /** What it takes to lead a group: 1 on average. */
  double leaderWeight(int group) {
    return meanUnits == 0 ? 1 : (1 + map.requestUnits(group) / meanUnits) / 2;
  }

  /** Notes that a node keeps a group from now on, or no more. */
  void keeps(int group, int node, int more) {
    kept.merge(node, more * weight(group), Double::sum);
  }

  void leads(int group, int node, int more) {
    led.merge(node, more * leaderWeight(group), Double::sum);
  }

  double kept(int node) {
    return kept.getOrDefault(node, 0.0);
  }

  double led(int node) {
    return led.getOrDefault(node, 0.0);
  }

  double meanKept(List<Integer> nodes) {
    return nodes.stream().mapToDouble(this::kept).average().orElse(0);
  }

  double meanLed(List<Integer> nodes) {
    return nodes.stream().mapToDouble(this::led).average().orElse(0);
  }

  /** Nodes in the order of what they keep, the least first. */
  Comparator<Integer> byKept() {
    return Comparator.<Integer>comparingDouble(this::kept).thenComparing(node -> node);
  }

  /** Nodes in the order of what they lead, the least first. */
  Comparator<Integer> byLed() {
    return Comparator.<Integer>comparingDouble(this::led).thenComparing(node -> node);
  }
}
