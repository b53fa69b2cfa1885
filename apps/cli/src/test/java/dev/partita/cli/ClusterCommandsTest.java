package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The commands on clusters, asked of a server that is alone. */
@Timeout(60)
class ClusterCommandsTest {

  @Test
  void aServerThatIsAloneSaysSo() {
    try (Shell shell = Shell.start()) {
      Shell.Ran status = shell.run("cluster", "status");
      assertThat(status.code()).isZero();
      assertThat(status.out()).contains("no node of a cluster", "partita serve --cluster");
      assertThat(shell.run("cluster", "status", "--json").only().toString())
          .contains("\"isCluster\":false");
    }
  }

  @Test
  void andRefusesWhatOnlyAClusterCan() {
    try (Shell shell = Shell.start()) {
      for (String[] command :
          new String[][] {
            {"cluster", "token"},
            {"cluster", "drain", "b"},
            {"cluster", "remove", "b"},
            {"cluster", "set", "replicas=3"}
          }) {
        Shell.Ran ran = shell.run(command);
        assertThat(ran.code()).isEqualTo(5);
        assertThat(ran.err()).contains("no node of a cluster");
      }
      assertThat(shell.run("cluster", "set", "replicas").code()).isEqualTo(2);
      assertThat(shell.run("cluster", "drain").code()).isEqualTo(2);
    }
  }
}
