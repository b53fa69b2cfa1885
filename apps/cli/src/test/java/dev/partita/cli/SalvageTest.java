package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed, a byte of its log that is changed, and the messages of the repair. */
@Timeout(300)
class SalvageTest {

  private static final String LISTENING = "Now listening on: ";

  @TempDir private Path parent = Path.of("");

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGTERM")
  void aDamagedLogIsRefusedUntilSomebodyWantsToSalvageIt() throws Exception {
    Path data = parent.resolve("data");
    Process server = serve(data).start();
    try (Shell shell = Shell.start()) {
      Map<String, String> endpoint = Map.of("PARTITA_ENDPOINT", endpoint(server));
      run(shell, endpoint, "database", "create", "-d", "db");
      run(shell, endpoint, "container", "create", "-d", "db", "-c", "c", "--partition-key", "/pk");
      for (int i = 0; i < 20; i++) {
        run(
            shell,
            endpoint,
            "item",
            "create",
            "-d",
            "db",
            "-c",
            "c",
            "{\"id\":\"%d\",\"pk\":\"a\"}".formatted(i));
      }
    } finally {
      server.toHandle().destroyForcibly();
      server.waitFor();
    }
    flip(largestLog(data));

    assertEnds(serve(data), 3, "The write-ahead log is damaged", ".log", "--salvage");
    assertEnds(OwnProcess.of("check", data.toString()), 1, "The write-ahead log is damaged");
    assertThat(data.toFile().list()).isNotEmpty().noneMatch(file -> file.contains("salvaged"));

    Process salvaging = serve(data, "--salvage").start();
    try (BufferedReader err = salvaging.errorReader()) {
      List<String> lines = linesUntil(err, "is ready");
      assertThat(String.join("\n", lines))
          .contains("Salvaged " + data, "Lost are at least", "The files as they were are in");
      salvaging.toHandle().destroy();
      assertThat(salvaging.waitFor()).isEqualTo(143);
    } finally {
      salvaging.destroyForcibly();
    }
    assertEnds(OwnProcess.of("check", data.toString()), 0, "No damage found.");
  }

  private static ProcessBuilder serve(Path data, String... more) {
    return OwnProcess.of(
        Stream.concat(
                Stream.of(
                    "serve",
                    "--port=0",
                    "--gremlin-port=off",
                    "--mongo-port=off",
                    "--mongo-replica-set-port=off",
                    "--table-port=off",
                    "--storage-table-port=off",
                    "--explorer-port=off",
                    "--data=" + data),
                Stream.of(more))
            .toArray(String[]::new));
  }

  private static String endpoint(Process server) throws IOException {
    List<String> lines = linesUntil(server.inputReader(), LISTENING);
    return lines.getLast().substring(LISTENING.length());
  }

  private static List<String> linesUntil(BufferedReader reader, String words) throws IOException {
    List<String> lines = new ArrayList<>();
    do {
      String line = reader.readLine();
      assertThat(line).as("after %s", lines).isNotNull();
      lines.add(line);
    } while (!lines.getLast().contains(words));
    return lines;
  }

  private static void run(Shell shell, Map<String, String> variables, String... arguments) {
    Shell.Ran ran = shell.run(variables, "", arguments);
    assertThat(ran.code()).as("%s", ran).isZero();
  }

  private static void assertEnds(ProcessBuilder command, int code, String... words)
      throws Exception {
    Process process = command.redirectErrorStream(true).start();
    try (BufferedReader output = process.inputReader()) {
      assertThat(String.join("\n", output.lines().toList())).contains(words);
    }
    assertThat(process.waitFor()).isEqualTo(code);
  }

  private static Path largestLog(Path data) throws IOException {
    try (Stream<Path> files = Files.list(data)) {
      return files
          .filter(file -> file.toString().endsWith(".log"))
          .max(Comparator.comparingLong(file -> file.toFile().length()))
          .orElseThrow();
    }
  }

  private static void flip(Path file) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      long offset = bytes.length() * 8 / 10;
      bytes.seek(offset);
      int before = bytes.read();
      bytes.seek(offset);
      bytes.write(before ^ 0x40);
    }
  }
}
