package dev.partita.cluster.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cluster.ClusterMap;
import dev.partita.cluster.GroupEntry;
import dev.partita.cluster.NodeEntry;
import dev.partita.cluster.NodeLabels;
import dev.partita.replication.group.Members;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The decisions of {@link Placement}, carried out by the driver over simulated nodes. */
class PlacementTest {

  private static final int ROUNDS_MAX = 20_000;

  private SimulatedCluster cluster = new SimulatedCluster(1);

  @Test
  void aSingleNodeIsGivenAGroupForEachFourCores() {
    cluster.addNode(9, NodeLabels.NONE);
    cluster.settle(100);
    assertThat(cluster.groups).hasSize(1 + 3);
    assertThat(cluster.dataGroups()).containsOnly(Members.of(List.of(1)));
  }

  @Test
  void groupsHaveOneReplicaOnTwoNodesAndThreeOnThree() {
    addNodes(2);
    cluster.settle(200);
    assertThat(cluster.dataGroups()).allMatch(group -> group.voters().size() == 1);
    assertThat(cluster.members(GroupEntry.CATALOGUE)).isEqualTo(learning(1, 2));
    addNodes(1);
    cluster.settle(500);
    assertThat(cluster.dataGroups()).containsOnly(Members.of(List.of(1, 2, 3)));
    assertThat(cluster.members(GroupEntry.CATALOGUE)).isEqualTo(Members.of(List.of(1, 2, 3)));
  }

  private static Members learning(int voter, int learner) {
    return Members.of(List.of(voter)).withLearner(learner);
  }

  @Test
  void theCatalogueHasFiveVotersOnFiveNodesAndLearnersElsewhere() {
    addNodes(7);
    cluster.settle(2_000);
    Members catalogue = cluster.members(GroupEntry.CATALOGUE);
    assertThat(catalogue.voters()).hasSize(5);
    assertThat(catalogue.all()).hasSize(7);
    assertThat(cluster.dataGroups()).allMatch(group -> group.voters().size() == 3);
  }

  @Test
  void leadersAndReplicasAreSpread() {
    addNodes(5);
    cluster.settle(2_000);
    assertThat(spread(cluster.replicasByNode().values())).isLessThanOrEqualTo(1);
    assertThat(spread(cluster.leadersByNode().values())).isLessThanOrEqualTo(2);
  }

  @Test
  void replicasStandInDifferentZones() {
    for (int i = 0; i < 9; i++) {
      cluster.addNode(4, new NodeLabels("r", "z" + i % 3, ""));
    }
    cluster.settle(3_000);
    assertThat(cluster.groups).hasSize(10);
    assertThat(cluster.dataGroups())
        .allSatisfy(
            group -> assertThat(group.voters().stream().map(this::zone).distinct()).hasSize(3));
  }

  @Test
  void aZoneThatComesLaterIsMadeUseOf() {
    for (int i = 0; i < 4; i++) {
      cluster.addNode(4, new NodeLabels("r", "z" + i % 2, ""));
    }
    cluster.settle(3_000);
    cluster.addNode(4, new NodeLabels("r", "z2", ""));
    cluster.settle(3_000);
    assertThat(cluster.dataGroups())
        .allSatisfy(
            group -> assertThat(group.voters().stream().map(this::zone).distinct()).hasSize(3));
  }

  private String zone(int node) {
    return Objects.requireNonNull(cluster.nodes.get(node)).labels().zone();
  }

  @Test
  void replicasOfANodeThatIsGoneAreMadeElsewhereAfterTheTimeThatIsSet() {
    addNodes(4);
    cluster.settle(2_000);
    int copies = cluster.copies;
    int lost = 4;
    long kept = Objects.requireNonNull(cluster.replicasByNode().get(lost));
    cluster.stop(lost);
    for (int i = 0; i < 60; i++) {
      cluster.round();
    }
    assertThat(cluster.copies).isEqualTo(copies);
    cluster.clock.advanceMillis(TimeUnit.MINUTES.toMillis(10));
    cluster.settle(2_000);
    assertThat(cluster.dataGroups()).allMatch(group -> !group.contains(lost));
    assertThat(cluster.copies - copies).isEqualTo((int) kept);
  }

  @Test
  void aGroupWithoutAMajorityIsLeftAlone() {
    addNodes(5);
    cluster.settle(2_000);
    cluster.stop(1);
    cluster.stop(2);
    cluster.stop(3);
    cluster.clock.advanceMillis(TimeUnit.HOURS.toMillis(1));
    ClusterMap map = cluster.map();
    assertThat(Placement.steps(map))
        .noneMatch(
            step ->
                step instanceof Step.ChangeMembers change
                    && !map.hasMajority(Objects.requireNonNull(map.groups().get(change.group()))));
  }

  @Test
  void aNodeThatIsDrainedLeadsNothingAndKeepsItsReplicas() {
    addNodes(3);
    cluster.settle(2_000);
    int copies = cluster.copies;
    cluster.wants(2, NodeEntry.State.DRAINING);
    cluster.settle(500);
    assertThat(cluster.leadersByNode().get(2)).isZero();
    assertThat(cluster.copies).isEqualTo(copies);
    cluster.wants(2, NodeEntry.State.SERVING);
    cluster.settle(500);
    assertThat(cluster.leadersByNode().get(2)).isPositive();
  }

  @Test
  void aNodeThatLeavesIsStruckWhenItHasNothingAnyMore() {
    addNodes(4);
    cluster.settle(2_000);
    cluster.wants(1, NodeEntry.State.LEAVING);
    cluster.settle(2_000);
    assertThat(cluster.nodes).doesNotContainKey(1);
    assertThat(cluster.actual.values()).noneMatch(group -> group.contains(1));
  }

  @Test
  void aNodeStaysIfNobodyCouldTakeItsReplicas() {
    addNodes(3);
    cluster.settle(2_000);
    cluster.settings = cluster.settings.with("replicas", "3");
    cluster.stop(3);
    cluster.clock.advanceMillis(TimeUnit.HOURS.toMillis(1));
    cluster.settle(200);
    assertThat(cluster.dataGroups()).containsOnly(Members.of(List.of(1, 2, 3)));
  }

  @Test
  void anotherDriverGoesOnWithWhatWasBegun() {
    addNodes(3);
    for (int round = 0; round < 2_000; round++) {
      cluster.round();
      cluster.changeDriver();
    }
    cluster.settle(500);
    assertThat(cluster.dataGroups()).containsOnly(Members.of(List.of(1, 2, 3)));
  }

  @Test
  void aChangeIsTakenBackIfTheNodeThatIsNewFails() {
    addNodes(3);
    cluster.settle(2_000);
    int copies = cluster.copies;
    addNodes(1);
    while (cluster.copies == copies) {
      cluster.round();
    }
    cluster.stop(4);
    cluster.settle(1_000);
    assertThat(cluster.dataGroups()).allMatch(group -> group.voters().size() == 3);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aHundredNodesAndAThousandGroupsComeToRest(long seed) {
    Random random = new Random(seed);
    cluster = new SimulatedCluster(seed);
    for (int i = 0; i < 100; i++) {
      cluster.addNode(16, new NodeLabels("r", "z" + i % 5, ""));
    }
    List<Integer> nodes = new ArrayList<>(cluster.nodes.keySet());
    for (int number = 1; number <= 1_000; number++) {
      Collections.shuffle(nodes, random);
      cluster.create(new GroupEntry(number, Members.of(nodes.subList(0, 3)), null));
      cluster.bytes.put(number, (long) Math.exp(random.nextDouble() * 5) << 30);
      cluster.units.put(number, Math.exp(random.nextDouble() * 5));
    }
    int rounds = cluster.settle(ROUNDS_MAX);
    long replicas = 3_000;
    assertThat(cluster.copies).as("copies in %s rounds", rounds).isLessThan((int) replicas);
    int before = cluster.copies;

    // Five come, three go, one after the other; each moves about what it has to.
    for (int i = 0; i < 5; i++) {
      cluster.addNode(16, new NodeLabels("r", "z" + i, ""));
    }
    cluster.settle(ROUNDS_MAX);
    double share = replicas * 5.0 / 105;
    assertThat(cluster.copies - before).isLessThan((int) (share * 2.5));
    before = cluster.copies;
    for (int node : List.of(3, 17, 42)) {
      cluster.stop(node);
      cluster.clock.advanceMillis(TimeUnit.MINUTES.toMillis(11));
      cluster.settle(ROUNDS_MAX);
    }
    assertThat(cluster.copies - before).isLessThan((int) (replicas * 3.0 / 100 * 2.5));
    assertThat(cluster.dataGroups())
        .allMatch(group -> group.voters().stream().allMatch(cluster::isUp));
  }

  /** One in every build; more with a property, such as -Dpartita.placement.seeds=20. */
  static LongStream seeds() {
    return LongStream.rangeClosed(1, Long.getLong("partita.placement.seeds", 1));
  }

  private void addNodes(int count) {
    for (int i = 0; i < count; i++) {
      cluster.addNode(4, NodeLabels.NONE);
    }
  }

  private static long spread(Iterable<Long> counts) {
    long least = Long.MAX_VALUE;
    long most = 0;
    for (long count : counts) {
      least = Math.min(least, count);
      most = Math.max(most, count);
    }
    return most - least;
  }
}
