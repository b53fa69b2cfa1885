package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cli.Shell.Ran;
import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The demo as a whole. */
@Timeout(120)
class DemoTest {

  private static final Pattern FOLDER = Pattern.compile("its data in (\\S+)\\.");

  @Test
  void showsAHotPartitionAndASplitWithoutAFailedRequest() throws Exception {
    try (Shell shell = Shell.start()) {
      Ran ran = shell.run("demo", "--seconds", "5", "--plain", "--port", "0");
      assertThat(ran.code()).isZero();
      assertThat(ran.out())
          .contains("/_explorer/", "airline/bookings: 900 items", "iot/readings: 900 items")
          .contains("== 1  An ordinary day", "== 2 ", "== 3 ", "== 4 ")
          .containsPattern("429, says the server: PT815 takes [0-9.]+ % of its partition")
          .containsPattern("Partition \\d became \\d and \\d in")
          .containsPattern("done, [0-9,]+ told to come back later \\(429\\), 0 failed\\.")
          .endsWith("Goodbye!" + System.lineSeparator())
          .doesNotContain("\033");
      assertThat(folder(ran.out())).doesNotExist();
    }
  }

  @Test
  void takesAnotherPortAndKeepsTheDataIfTold() throws Exception {
    try (Shell shell = Shell.start();
        var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      Ran ran = shell.watched(true).run("demo", "--seconds", "1", "--keep", "--port", port);
      assertThat(ran.out())
          .contains("Port " + port + " is taken")
          .contains("partita serve --data ")
          // On a terminal: colours, and a cursor that is restored.
          .contains("\033[32m", "✈")
          .contains("\033[?25h");
      Path folder = folder(ran.out());
      assertThat(folder).isNotEmptyDirectory();
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGTERM")
  void cleansUpWhenItIsStopped() throws Exception {
    Process process =
        OwnProcess.of("demo", "--plain", "--port", "0")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader out = process.inputReader()) {
      var lines = new ArrayList<String>();
      String line = out.readLine();
      while (line != null && !line.startsWith("== 1")) {
        lines.add(line);
        line = out.readLine();
      }
      // Process.destroy would close the streams; the handle leaves them open.
      process.toHandle().destroy();
      while (line != null) {
        lines.add(line);
        line = out.readLine();
      }
      assertThat(process.waitFor()).isEqualTo(143);
      assertThat(lines.getLast()).contains("Goodbye!");
      assertThat(folder(String.join("\n", lines))).doesNotExist();
    } finally {
      process.destroyForcibly();
    }
  }

  private static Path folder(String printed) {
    Matcher folder = FOLDER.matcher(printed);
    assertThat(folder.find()).isTrue();
    return Path.of(folder.group(1));
  }
}
