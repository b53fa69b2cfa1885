package dev.partita.consensus;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JraftGroupTest {

  @TempDir Path folder;

  @Test
  void whatIsWrittenIsAtAllReplicas() {
    try (TestCluster cluster = new TestCluster(folder, 3)) {
      cluster.write("a", "1");
      cluster.awaitEverywhere("a", "1");
    }
  }

  @Test
  void aReadBarrierAtAFollowerShowsWhatWasWrittenBefore() throws Exception {
    try (TestCluster cluster = new TestCluster(folder, 3)) {
      for (int i = 0; i < 50; i++) {
        cluster.write("a", "" + i);
        TestCluster.Node follower = cluster.follower();
        follower.leadership().readBarrier().get(20, TimeUnit.SECONDS);
        assertThat(follower.read("a")).isEqualTo("" + i);
      }
    }
  }

  @Test
  void anotherNodeLeadsWhenTheLeaderIsKilled() {
    try (TestCluster cluster = new TestCluster(folder, 3)) {
      cluster.write("a", "1");
      int first = cluster.leader().number;
      cluster.kill(first);
      cluster.write("b", "2");
      cluster.restart(first);
      cluster.awaitEverywhere("a", "1");
      cluster.awaitEverywhere("b", "2");
    }
  }
}
