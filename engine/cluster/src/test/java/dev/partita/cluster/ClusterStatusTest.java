package dev.partita.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.replication.group.GroupStatus;
import dev.partita.replication.group.Members;
import dev.partita.replication.group.ReplicaStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What is said of clusters of three nodes that are not well. */
class ClusterStatusTest {

  private static final long NEVER = Long.MAX_VALUE;

  private final Map<Integer, Long> silent = new HashMap<>();
  private final Map<Integer, Long> ahead = new HashMap<>();
  private final Map<Integer, NodeEntry.State> states = new HashMap<>();
  private Set<Integer> voters = Set.of(1, 2, 3);
  private int nodes = 3;
  private int leader = 1;
  private long freeBytes = 90;
  private long followerIndex = 100;

  private ClusterMap map() {
    List<NodeEntry> entries = new ArrayList<>();
    List<NodeReport> reports = new ArrayList<>();
    for (int node = 1; node <= nodes; node++) {
      entries.add(
          new NodeEntry(
              node,
              String.valueOf((char) ('a' + node - 1)),
              "host" + node + ":8980",
              NodeLabels.NONE,
              4,
              states.getOrDefault(node, NodeEntry.State.SERVING)));
      long silence = silent.getOrDefault(node, 0L);
      if (silence != NEVER) {
        reports.add(new NodeReport(node, silence, ahead.getOrDefault(node, 0L), figures(node)));
      }
    }
    Members members = Members.of(voters);
    return new ClusterMap(
        entries,
        List.of(new GroupEntry(0, members, null), new GroupEntry(1, members, null)),
        reports,
        ClusterSettings.STANDARD);
  }

  private NodeFigures figures(int node) {
    List<ReplicaStatus> others =
        node == leader
            ? new TreeSet<>(voters)
                .stream()
                    .filter(other -> other != node)
                    .map(other -> new ReplicaStatus(other, false, followerIndex, 5, false))
                    .toList()
            : List.of();
    GroupStatus status =
        new GroupStatus(7, leader, 1, 50_000, 50_000, 50_000, 40_000, 1, 2, false, others, null);
    return new NodeFigures(
        node,
        "1.0",
        "http://localhost:8081/",
        1,
        2,
        100,
        freeBytes,
        3,
        0.5,
        List.of(
            new ReplicaFigures(0, status, 10, 0, true),
            new ReplicaFigures(1, status, 1_000, 20.5, true)));
  }

  private ClusterStatus status() {
    return ClusterStatus.of(map());
  }

  @Test
  void nothingIsSaidOfAClusterThatIsWell() {
    followerIndex = 50_000;
    assertThat(status()).isEqualTo(new ClusterStatus(ClusterStatus.Health.HEALTHY, List.of()));
  }

  @Test
  void saysWhichNodeIsSilentAndWhenItIsReplaced() {
    followerIndex = 50_000;
    silent.put(2, 60_000L);
    assertThat(status().health()).isEqualTo(ClusterStatus.Health.DEGRADED);
    assertThat(status().problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.what()).isEqualTo("Node b has not answered for 60 s.");
              assertThat(problem.remedy()).contains("Start it again").contains("In 540 s");
            });
  }

  @Test
  void namesTheCommandsForANodeThatIsLost() {
    silent.put(3, NEVER);
    assertThat(status().problems())
        .anySatisfy(problem -> assertThat(problem.remedy()).contains("partita cluster remove c"));
  }

  @Test
  void aGroupWithoutAMajorityIsUnavailableAndItsNodesAreNamed() {
    silent.put(2, NEVER);
    silent.put(3, 5_000L);
    ClusterStatus status = status();
    assertThat(status.health()).isEqualTo(ClusterStatus.Health.UNAVAILABLE);
    assertThat(status.problems().getFirst().what()).startsWith("The catalogue has lost");
    assertThat(status.problems().get(1).what())
        .isEqualTo(
            "Group 1 has lost its majority: 1 of its 3 nodes answer. What lies in it cannot be"
                + " written.");
    assertThat(status.problems().get(1).remedy()).contains("node b and node c");
  }

  @Test
  void aGroupWithoutALeaderIsUnavailable() {
    leader = 0;
    assertThat(status().health()).isEqualTo(ClusterStatus.Health.UNAVAILABLE);
    assertThat(status().problems().getFirst().what()).contains("has no leader");
  }

  @Test
  void saysWhatReplicasLack() {
    assertThat(status().problems())
        .anySatisfy(
            problem ->
                assertThat(problem.what()).isEqualTo("Group 1 lacks 49,900 entries on node b."));
  }

  @Test
  void saysThatClocksAreOffAndDisksAreFull() {
    ahead.put(2, -900L);
    freeBytes = 9;
    assertThat(status().problems().stream().map(ClusterStatus.Problem::what))
        .contains(
            "The clock of node b is about -900 ms off.",
            "Less than a tenth of the disk of node c is free.");
  }

  @Test
  void oneNodeIsLessThanShouldBe() {
    nodes = 1;
    voters = Set.of(1);
    assertThat(status().health()).isEqualTo(ClusterStatus.Health.DEGRADED);
    assertThat(status().problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.remedy()).contains("partita cluster token"));
  }

  @Test
  void aNodeThatIsDrainedIsWorthANote() {
    followerIndex = 50_000;
    states.put(3, NodeEntry.State.DRAINING);
    assertThat(status().health()).isEqualTo(ClusterStatus.Health.HEALTHY);
    assertThat(status().problems()).hasSize(1);
  }

  @Test
  void figuresReadAsTheyWereWritten() {
    NodeFigures figures = figures(1);
    assertThat(Figures.decode(Figures.encode(figures))).isEqualTo(figures);
  }

  @Test
  void figuresThatAreNoneAreRefused() {
    assertThat(
            catchThrowableOfType(
                    DatabaseException.class,
                    () -> Figures.decode("{\"node\":\"x\"}".getBytes(UTF_8)))
                .code())
        .isEqualTo(ErrorCode.BAD_REQUEST);
  }

  @Test
  void theJsonHasHealthNodesAndGroups() {
    JsonObject json = ClusterJson.status("c1", 1, map());
    assertThat(json.at("health")).isEqualTo(JsonString.of("degraded"));
    assertThat(json.at("nodes")).isInstanceOf(JsonArray.class);
    assertThat(((JsonArray) json.at("groups")).at(1).toString())
        .contains("\"leader\":1", "\"voters\":[1,2,3]", "\"lag\":49900");
  }

  @Test
  void settingsReadAsTheyWereWritten() {
    ClusterSettings settings =
        ClusterSettings.STANDARD.with("repair-after", "90s").with("replicas", "5");
    assertThat(ClusterSettings.fromJson(settings.toJson())).isEqualTo(settings);
    assertThat(settings.repairAfterMillis()).isEqualTo(90_000);
  }

  @Test
  void settingsThatCannotBeAreRefusedByName() {
    for (String[] bad :
        new String[][] {
          {"replicas", "2"},
          {"replicas", "x"},
          {"repair-after", "10"},
          {"repair-after", "0s"},
          {"move-rate", "50MB"}
        }) {
      DatabaseException failure =
          catchThrowableOfType(
              DatabaseException.class, () -> ClusterSettings.STANDARD.with(bad[0], bad[1]));
      assertThat(failure.code()).isEqualTo(ErrorCode.BAD_REQUEST);
      assertThat(failure.context()).containsEntry("setting", bad[0]);
    }
  }
}
