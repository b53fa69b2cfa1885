package dev.partita.consensus;

import dev.partita.base.time.Clock;
import dev.partita.replication.group.Members;
import java.util.List;
import java.util.Random;

class JraftReplicationTest extends ReplicationContract {

  @Override
  Group newGroup() {
    TestCluster cluster = new TestCluster(3, 1 << 12);
    Random random = new Random(1);
    return new Group() {
      @Override
      public List<Replica> replicas() {
        return cluster.nodes.values().stream()
            .map(node -> new Replica(node.group(), node.data()))
            .toList();
      }

      @Override
      public void pass() {
        Clock.system().sleep(2);
      }

      @Override
      public void depose() {
        cluster.network.heal();
        TestCluster.Node leader = cluster.leader();
        // It is cut off, or hands on.
        if (random.nextBoolean()) {
          cluster.network.isolate(leader.number(), 3);
        } else {
          var _ = leader.group().transferLeadership(cluster.follower().number());
        }
      }

      @Override
      public void restart(int replica) {
        cluster.kill(replica + 1);
        cluster.start(replica + 1, Members.UNKNOWN);
      }

      @Override
      public void heal() {
        cluster.network.heal();
      }

      @Override
      public void close() {
        cluster.close();
      }
    };
  }
}
