package dev.partita.cluster;

import dev.partita.base.error.DatabaseException;
import dev.partita.replication.group.ReplicationGroup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * How a cluster is doing, in words: what is wrong, and what to do about it. Immutable.
 *
 * @param health the worst of what is wrong
 * @param problems the worst first
 */
public record ClusterStatus(Health health, List<Problem> problems) {

  /** In the order from good to bad. */
  public enum Health {
    /** Nothing is wrong. */
    HEALTHY,
    /** Everything is served, but less can fail than should. */
    DEGRADED,
    /** Some of the data cannot be written. */
    UNAVAILABLE;

    /** As it is shown, and as programs read it. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Something that is wrong.
   *
   * @param health what it makes of the cluster; HEALTHY for what is merely worth knowing
   * @param what a sentence that says what is wrong
   * @param remedy a sentence that says what to do; empty if it passes by itself
   */
  public record Problem(Health health, String what, String remedy) {}

  private static final long CLOCK_MILLIS_MAX = 500;
  private static final long LAG_ENTRIES_MAX = 20_000;

  public ClusterStatus {
    problems = List.copyOf(problems);
  }

  /** What is to be said of a cluster. */
  public static ClusterStatus of(ClusterMap map) {
    List<Problem> problems = new ArrayList<>();
    map.groups().values().forEach(group -> group(map, group, problems));
    map.nodes().values().forEach(node -> node(map, node, problems));
    size(map, problems);
    problems.sort(Comparator.comparing(Problem::health).reversed());
    return new ClusterStatus(
        problems.isEmpty() ? Health.HEALTHY : problems.getFirst().health(), problems);
  }

  private static void group(ClusterMap map, GroupEntry group, List<Problem> problems) {
    String name = group.isCatalogue() ? "The catalogue" : "Group " + group.number();
    SortedSet<Integer> voters = group.members().voters();
    if (!map.hasMajority(group)) {
      problems.add(
          new Problem(
              Health.UNAVAILABLE,
              "%s has lost its majority: %d of its %d nodes answer. %s"
                  .formatted(
                      name,
                      map.votersHeard(group),
                      voters.size(),
                      group.isCatalogue()
                          ? "Nothing can be created, changed or moved."
                          : "What lies in it cannot be written."),
              "Start "
                  + voters.stream()
                      .filter(node -> !map.takesPart(group.number(), node))
                      .map(node -> name(map, node))
                      .collect(Collectors.joining(" and "))
                  + " again, on the same folder. Writing begins by itself when a majority is"
                  + " back."));
      return;
    }
    if (map.leader(group.number()) == ReplicationGroup.NO_NODE) {
      problems.add(
          new Problem(
              Health.UNAVAILABLE,
              name + " has no leader at this moment.",
              "It elects one within seconds. If that lasts, look at the logs of its nodes."));
    }
    if (voters.size() < map.votersWanted(group) && !group.isChanging()) {
      problems.add(
          new Problem(
              Health.DEGRADED,
              "%s has %d of %d replicas.".formatted(name, voters.size(), map.votersWanted(group)),
              "They are made by themselves where nodes have room."));
    }
    for (int node : voters) {
      map.replica(group.number(), node).ifPresent(each -> replica(map, name, node, each, problems));
    }
  }

  private static void replica(
      ClusterMap map, String group, int node, ReplicaFigures replica, List<Problem> problems) {
    DatabaseException problem = replica.status().problem();
    if (problem != null) {
      problems.add(
          new Problem(
              Health.DEGRADED,
              "%s takes part no more on %s: %s"
                  .formatted(group, name(map, node), problem.getMessage()),
              "Put right what it says and restart the node."));
    }
    long lag = map.lag(replica.group(), node).orElse(0L);
    if (map.isHeard(node) && (lag > LAG_ENTRIES_MAX || replica.status().isInstalling())) {
      problems.add(
          new Problem(
              Health.DEGRADED,
              replica.status().isInstalling()
                  ? "%s is being copied to %s.".formatted(group, name(map, node))
                  : "%s lacks %,d entries on %s.".formatted(group, lag, name(map, node)),
              ""));
    }
  }

  private static void node(ClusterMap map, NodeEntry node, List<Problem> problems) {
    if (!map.isHeard(node.number())) {
      problems.add(silent(map, node));
      return;
    }
    if (Math.abs(map.clockAheadMillis(node.number())) > CLOCK_MILLIS_MAX) {
      problems.add(
          new Problem(
              Health.DEGRADED,
              "The clock of node %s is about %,d ms off."
                  .formatted(node.name(), map.clockAheadMillis(node.number())),
              "Have its machine set its clock by the network."));
    }
    if (!map.figures(node.number()).map(NodeFigures::hasRoom).orElse(true)) {
      problems.add(
          new Problem(
              Health.DEGRADED,
              "Less than a tenth of the disk of node %s is free.".formatted(node.name()),
              "Make room, or add a node, to which data moves by itself."));
    }
    if (node.state() != NodeEntry.State.SERVING) {
      problems.add(
          new Problem(
              Health.HEALTHY,
              node.stays()
                  ? "Node %s is drained: it leads nothing.".formatted(node.name())
                  : "Node %s leaves: its replicas go to others.".formatted(node.name()),
              node.stays() ? "Restart it; that ends the draining." : ""));
    }
  }

  private static Problem silent(ClusterMap map, NodeEntry node) {
    long silent = map.silentMillis(node.number());
    long left = map.settings().repairAfterMillis() - silent;
    return new Problem(
        Health.DEGRADED,
        silent == Long.MAX_VALUE
            ? "Node %s does not answer.".formatted(node.name())
            : "Node %s has not answered for %d s."
                .formatted(node.name(), TimeUnit.MILLISECONDS.toSeconds(silent)),
        left > 0
            ? "Start it again, on the same folder. In %d s its replicas are made elsewhere."
                .formatted(TimeUnit.MILLISECONDS.toSeconds(left))
            : "Its replicas are made elsewhere where there is room. If it is lost for good:"
                + " 'partita cluster remove %s', and 'partita cluster token' to add another."
                    .formatted(node.name()));
  }

  private static void size(ClusterMap map, List<Problem> problems) {
    long nodes = map.nodes().values().stream().filter(NodeEntry::stays).count();
    if (nodes > 0 && nodes < 3) {
      problems.add(
          new Problem(
              Health.DEGRADED,
              nodes == 1
                  ? "There is one node: if it fails, nothing is served."
                  : "There are two nodes, of which neither can fail: a majority of two is two.",
              "Add nodes until there are three: 'partita cluster token' prints how."));
    }
  }

  private static String name(ClusterMap map, int node) {
    NodeEntry entry = map.nodes().get(node);
    return "node " + (entry == null ? Integer.toString(node) : entry.name());
  }
}
