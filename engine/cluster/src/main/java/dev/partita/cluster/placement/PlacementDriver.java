package dev.partita.cluster.placement;

import dev.partita.base.time.Clock;
import dev.partita.base.time.Deadline;
import dev.partita.cluster.ClusterMap;
import dev.partita.cluster.GroupEntry;
import dev.partita.replication.group.Members;
import dev.partita.replication.group.ReplicationGroup;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What carries out the steps of {@link Placement}. Its owner has it do {@link #round rounds} while
 * this node leads the catalogue's group, on one thread; should two nodes take themselves for that
 * for a moment, their changes of the catalogue are conditional and what they tell leaders is the
 * same.
 *
 * <p>The members of a group change in three moments: the catalogue says who is to keep it, so that
 * nodes that are new open it; its leader changes them; the catalogue says that it has happened, so
 * that nodes that are no members any more let go of it. Whoever leads next goes on at the second.
 */
public final class PlacementDriver {

  private static final Logger log = LoggerFactory.getLogger(PlacementDriver.class);

  /** After how many rounds without an answer of a node that is new its change is taken back. */
  private static final int SILENT_MAX = 10;

  private static final long LEADER_REST_MILLIS = 10_000;

  private final ClusterRecords records;
  private final GroupLeaders leaders;
  private final Clock clock;
  private final Set<Integer> underWay = ConcurrentHashMap.newKeySet();
  private final Map<Integer, Integer> silent = new ConcurrentHashMap<>();
  private final Map<Integer, Deadline> resting = new ConcurrentHashMap<>();
  private final Set<Integer> committed = ConcurrentHashMap.newKeySet();
  private volatile List<Step> wanted = List.of();

  public PlacementDriver(ClusterRecords records, GroupLeaders leaders, Clock clock) {
    this.records = records;
    this.leaders = leaders;
    this.clock = clock;
  }

  /** What the last round found that is to be done. */
  public List<Step> wanted() {
    return wanted;
  }

  /** Goes on with what was begun, and begins what is to be done now. */
  public void round(ClusterMap map) {
    for (GroupEntry group : map.groups().values()) {
      if (group.isChanging()) {
        goOn(map, group);
      }
    }
    wanted = Placement.steps(map);
    for (Step step : wanted) {
      begin(map, step);
    }
  }

  private void begin(ClusterMap map, Step step) {
    switch (step) {
      case Step.CreateGroup(int number, Members members, String reason) -> {
        if (records.create(new GroupEntry(number, members, null))) {
          log.info("Group {} is made on nodes {}: {}", number, members.voters(), reason);
        }
      }
      case Step.ChangeMembers(int number, Members to, String reason) -> {
        GroupEntry group = map.groups().get(number);
        if (group != null && records.change(group, group.changingTo(to))) {
          log.info(
              "Group {} goes from {} to {}: {}",
              number,
              group.members().voters(),
              to.voters(),
              reason);
          goOn(map, group.changingTo(to));
        }
      }
      case Step.MoveLeader move -> moveLeader(move);
      case Step.StrikeNode(var node, String reason) -> {
        if (records.strike(node)) {
          log.info("Node {} is no node of the cluster any more: {}", node.name(), reason);
        }
      }
    }
  }

  private void moveLeader(Step.MoveLeader move) {
    Deadline rest = resting.get(move.group());
    if (rest != null && !rest.isOver()) {
      return;
    }
    resting.put(move.group(), Deadline.in(LEADER_REST_MILLIS, clock));
    log.info(
        "Group {} is to be led by node {} in place of {}: {}",
        move.group(),
        move.to(),
        move.from(),
        move.reason());
    var _ =
        leaders
            .transferLeadership(move.from(), move.group(), move.to())
            .whenComplete(
                (_, failure) -> {
                  if (failure != null) {
                    log.info(
                        "Group {} is led by node {} still: {}",
                        move.group(),
                        move.from(),
                        failure.getMessage());
                  }
                });
  }

  /** Has the leader of a group change its members, and notes what has come of it. */
  private void goOn(ClusterMap map, GroupEntry group) {
    Members target = group.target();
    int number = group.number();
    if (target == null || underWay.contains(number)) {
      return;
    }
    if (committed.remove(number)) {
      settle(group, target);
      return;
    }
    if (lacksSomebody(map, group, target)) {
      if (silent.merge(number, 1, Integer::sum) > SILENT_MAX
          && records.change(group, group.changingTo(group.members()))) {
        log.info("Group {} stays on nodes {}", number, group.members().voters());
        silent.remove(number);
      }
      return;
    }
    int leader = map.leader(number);
    if (leader == ReplicationGroup.NO_NODE) {
      return;
    }
    underWay.add(number);
    var _ =
        leaders
            .changeMembers(leader, number, target)
            .whenComplete((_, failure) -> changed(group, failure));
  }

  /** Called on a thread that must not be kept, so the catalogue is told in the next round. */
  private void changed(GroupEntry group, @Nullable Throwable failure) {
    if (failure == null) {
      silent.remove(group.number());
      committed.add(group.number());
    } else {
      log.info("The members of group {} did not change: {}", group.number(), failure.getMessage());
    }
    underWay.remove(group.number());
  }

  private void settle(GroupEntry group, Members actual) {
    if (records.change(group, group.settled(actual))) {
      log.info("Group {} is kept by nodes {}", group.number(), actual.voters());
    }
  }

  private static boolean lacksSomebody(ClusterMap map, GroupEntry group, Members target) {
    return target.voters().stream()
        .anyMatch(node -> !group.members().contains(node) && !map.isHeard(node));
  }
}
