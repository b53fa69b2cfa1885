package dev.partita.consensus;

import dev.partita.simulated.SimulatedGroup;
import java.util.List;
import java.util.Random;

class SimulatedReplicationTest extends ReplicationContract {

  private static final int CALMNESS = 50;

  @Override
  Group newGroup() {
    SimulatedGroup simulated =
        new SimulatedGroup(new Random(3), List.of(TestCluster.SEGMENT), 3, CALMNESS);
    simulated.elect();
    simulated.quiet(true);
    return new Group() {
      @Override
      public List<Replica> replicas() {
        return simulated.nodes().stream().map(node -> new Replica(node, node.store())).toList();
      }

      @Override
      public void pass() {
        simulated.commit();
        simulated.apply();
      }

      @Override
      public void depose() {
        simulated.elect();
      }

      @Override
      public void restart(int replica) {
        simulated.restart(simulated.nodes().get(replica));
        if (!simulated.hasLeader()) {
          simulated.elect();
        }
      }

      @Override
      public void heal() {
        simulated.settle();
      }

      @Override
      public void close() {}
    };
  }
}
