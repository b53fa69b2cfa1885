package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonString;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The commands on jobs, over HTTP. */
@Timeout(60)
class JobCommandsTest {

  @Test
  void showTheChangeOfAnIndex() {
    try (Shell shell = Shell.start()) {
      shell.run("database", "create", "--name", "d");
      shell.run("container", "create", "-d", "d", "-n", "c", "-p", "/k");
      String policy = "{\"indexingMode\":\"none\",\"automatic\":false}";
      assertThat(
              shell
                  .run("container", "update", "-d", "d", "-n", "c", "--indexing-policy", policy)
                  .code())
          .isZero();
      while (!shell.run("job", "list").out().contains("done")) {
        LockSupport.parkNanos(1_000_000);
      }
      assertThat(shell.run("job", "list").out())
          .containsPattern("ID +KIND +DATABASE +CONTAINER +STATE")
          .containsPattern("reindex +d +c +done");
      String id =
          ((JsonString) shell.run("job", "list", "--json").json().getFirst().at("id")).value();
      assertThat(shell.run("job", "cancel", "--id", id).code()).isEqualTo(5);
    }
  }

  @Test
  void listsThemAndTellsWhatIsNotPossible() {
    try (Shell shell = Shell.start()) {
      assertThat(shell.run("job", "list").code()).isZero();
      assertThat(shell.run("job", "list", "--json").json()).isEmpty();
      for (String verb : new String[] {"pause", "resume", "cancel"}) {
        assertThat(shell.run("job", verb, "--id", "7").code()).isEqualTo(4);
        assertThat(shell.run("job", verb).code()).isEqualTo(2);
      }
      assertThat(shell.run("job", "limit", "--id", "7", "--per-second", "5").code()).isEqualTo(4);
      assertThat(shell.run("job", "limit", "--id", "7", "--per-second", "-5").code()).isEqualTo(2);
    }
  }
}
