package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code partita check} as a user runs it, beside a server and after it. */
@Timeout(60)
class CheckTest {

  @TempDir private Path parent = Path.of("");

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGTERM")
  void checksAFolderOnceItsServerHasStopped() throws Exception {
    String data = parent.resolve("data").toString();
    Process server = OwnProcess.of("serve", "--port", "0", "--data", data).start();
    try (BufferedReader log = server.errorReader()) {
      String line = log.readLine();
      while (line != null && !line.contains("is ready")) {
        line = log.readLine();
      }
      assertThat(line).isNotNull();

      Process refused = OwnProcess.of("check", data).start();
      assertThat(text(refused.errorReader())).contains("in use by another process");
      assertThat(refused.waitFor()).isEqualTo(1);

      server.toHandle().destroy();
      assertThat(server.waitFor()).isEqualTo(143);
    } finally {
      server.destroyForcibly();
    }
    Process check = OwnProcess.of("check", data).start();
    assertThat(text(check.inputReader())).isEmpty();
    assertThat(text(check.errorReader())).contains("No damage found.");
    assertThat(check.waitFor()).isZero();
  }

  @Test
  void saysThatThereIsNothingToCheck() throws Exception {
    Process check = OwnProcess.of("check", parent.toString()).start();

    assertThat(text(check.errorReader())).contains("There is no Partita store in the folder");
    assertThat(check.waitFor()).isEqualTo(1);
  }

  private static String text(BufferedReader reader) throws IOException {
    try (reader) {
      return String.join("\n", reader.lines().toList());
    }
  }
}
