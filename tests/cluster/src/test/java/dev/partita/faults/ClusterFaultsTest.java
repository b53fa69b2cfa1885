package dev.partita.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.client.Client;
import dev.partita.client.ClientRequest;
import dev.partita.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three processes, clients that go on, and a fault in each round. */
@Timeout(3_600)
class ClusterFaultsTest {

  private static final String CONTAINER = "dbs/d/colls/c";
  private static final int ROUNDS = Integer.getInteger("cluster.rounds", 4);
  private static final long SEED = Long.getLong("cluster.seed", 1);

  /** What happens in a round. */
  private enum Fault {
    KILL,
    STOP,
    CUT_INWARD,
    DRAIN
  }

  @TempDir Path folder;

  @Test
  void whatWasAcknowledgedStaysAndReadsAreTheNewest() throws Exception {
    Random random = new Random(SEED);
    try (ThreeNodes cluster = new ThreeNodes(folder)) {
      cluster.createContainer("d", "c");
      Workload.prepare(cluster.nodes.getFirst().client, CONTAINER + "/docs");
      List<Client> clients = cluster.nodes.stream().map(node -> node.client).toList();
      try (Workload workload = new Workload(clients, CONTAINER + "/docs", SEED)) {
        for (int round = 0; round < ROUNDS; round++) {
          Fault fault = Fault.values()[round % Fault.values().length];
          long before = workload.answers();
          cluster.await("answers", () -> workload.answers() > before + 100);
          var _ = workload.takeLongestGapMillis();
          NodeProcess node =
              random.nextBoolean() ? cluster.leader() : cluster.nodes.get(random.nextInt(3));
          suffer(cluster, workload, node, fault);
          System.out.printf(
              "round %d: %s of %s, longest gap %d ms, %d answers, %d unknown, errors %s%n",
              round,
              fault,
              node.name,
              workload.takeLongestGapMillis(),
              workload.answers(),
              workload.unknown(),
              workload.errors());
        }
        workload.end();
        assertThat(workload.contradictions(cluster.nodes.getFirst().client)).isEmpty();
        assertThat(workload.errors()).isEmpty();
      }
    }
  }

  private void suffer(ThreeNodes cluster, Workload workload, NodeProcess node, Fault fault)
      throws IOException, InterruptedException {
    switch (fault) {
      case KILL -> node.kill();
      case STOP -> node.signal("STOP");
      case CUT_INWARD -> node.inward.cut();
      case DRAIN -> assertThat(node.terminate()).isEqualTo(143);
    }
    long during = workload.answers();
    cluster.await("answers without " + node.name, () -> workload.answers() > during + 100);
    switch (fault) {
      case KILL, DRAIN -> node.start("--cluster");
      case STOP -> node.signal("CONT");
      case CUT_INWARD -> node.inward.heal();
    }
    cluster.await(node.name + " to be back", () -> cluster.isReady(node) && cluster.isWhole());
  }

  @Test
  void aReplacedNodeIsFilledAndRefusalsSayWhatToDo() throws Exception {
    try (ThreeNodes cluster = new ThreeNodes(folder)) {
      cluster.createContainer("d", "c");
      Workload.prepare(cluster.nodes.getFirst().client, CONTAINER + "/docs");
      NodeProcess lost = cluster.nodes.getLast();
      lost.kill();
      String token = cluster.token();
      try (NodeProcess other = new NodeProcess("d", folder)) {
        other.start("--join=" + cluster.nodes.getFirst().address(), "--token=" + token);
        cluster.await("node d", () -> cluster.isReady(other));
        try (NodeProcess again = new NodeProcess("e", folder)) {
          again.start("--join=" + cluster.nodes.getFirst().address(), "--token=" + token);
          cluster.await("the refusal of a token that was used", () -> !again.isRunning());
          assertThat(again.logText()).contains("partita cluster token");
        }
        JsonObject left =
            cluster
                .nodes
                .getFirst()
                .client
                .require(ClientRequest.admin("POST", "cluster", "nodes", lost.name, "remove"))
                .object();
        assertThat(ThreeNodes.text(left, "state")).isEqualTo("leaving");
        cluster.await(
            "the new node to keep everything",
            () ->
                ThreeNodes.objects(cluster.status(other.client).at("nodes")).stream()
                    .noneMatch(each -> ThreeNodes.text(each, "name").equals(lost.name)));
        cluster.await("three replicas of everything", cluster::isWhole);
      }
    }
  }
}
