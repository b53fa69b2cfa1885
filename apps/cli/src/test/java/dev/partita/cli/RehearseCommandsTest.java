package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The commands on rehearsals, over HTTP. */
@Timeout(60)
class RehearseCommandsTest {

  @Test
  void requestsFailUntilTheyAreStopped() {
    try (Shell shell = Shell.start(Map.of("rehearsals", "true"))) {
      shell.run("database", "create", "--name", "d");
      shell.run("container", "create", "-d", "d", "-n", "c", "-p", "/k");
      String[] create = {"item", "create", "-d", "d", "-c", "c", "{\"id\":\"1\",\"k\":\"a\"}"};
      String[] fail = {
        "rehearse", "fail", "-d", "d", "-c", "c", "--fault", "unavailable", "-k", "a"
      };

      assertThat(shell.run(fail).out()).contains("unavailable");
      Shell.Ran refused = shell.run(create);
      assertThat(refused.code()).isEqualTo(1);
      assertThat(refused.err()).contains("Rehearsal 1");
      assertThat(shell.run("rehearse", "list").out()).containsPattern("1 +d +c +.*unavailable");
      assertThat(shell.run("rehearse", "stop", "--id", "1").code()).isZero();
      assertThat(shell.run("rehearse", "list", "--json").json()).isEmpty();
      assertThat(shell.run(create).code()).isZero();
    }
  }

  @Test
  void theClockGoesForward() {
    try (Shell shell = Shell.start(Map.of("rehearsals", "true"))) {
      assertThat(shell.run("rehearse", "clock", "--advance", "90m").out()).contains("5,400,000");
      assertThat(shell.run("rehearse", "clock", "--advance", "1d").out()).contains("91,800,000");
      assertThat(shell.run("rehearse", "clock", "--advance", "soon").code()).isEqualTo(2);
      // Signatures have the time of the machine, and are as good as before.
      assertThat(shell.run("database", "list").code()).isZero();
    }
  }

  @Test
  void aServerWithoutThemSaysHowToHaveThem() {
    try (Shell shell = Shell.start()) {
      Shell.Ran refused = shell.run("rehearse", "list");
      assertThat(refused.code()).isEqualTo(5);
      assertThat(refused.err()).contains("--rehearsals");
    }
  }
}
