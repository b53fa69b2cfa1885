package dev.partita.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An import that a signal ends: it reports how far it came, and can be resumed there. */
@Timeout(120)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no signals")
class ImportSignalTest {

  private static final int ENTRIES = 6_000;
  private static final Pattern GO_ON = Pattern.compile("Go on with: --skip (\\d+) --upsert");
  private static final Pattern IGNORED = Pattern.compile("(?m)^SigIgn:\\s*([0-9a-f]+)$");
  private static final long INT_BIT = 1 << 1;
  private static final Path TERMINAL = Path.of("/usr/bin/script");
  private static final int CONTROL_C = 3;
  private static final Shell shell = Shell.start();

  @TempDir private Path folder = Path.of("");

  @AfterAll
  static void stop() {
    shell.close();
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void saysHowFarItCameAndCanBeTakenUp(String signal, int code) throws Exception {
    assumeFalse(signal.equals("INT") && ignoresInterrupts(), "Started where ^C is ignored");
    Path file = prepare();
    Process process = start(OwnProcess.of(arguments(file)));
    try {
      awaitSome(process);
      new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
      String said = new String(process.getErrorStream().readAllBytes(), UTF_8);
      assertThat(process.waitFor()).as(said).isEqualTo(code);
      assertCanBeTakenUp(said, file);
    } finally {
      process.destroyForcibly();
    }
  }

  /** On a terminal: with a progress bar, and the signal sent by a key. */
  @Test
  void saysHowFarItCameWhenAKeyInATerminalEndsIt() throws Exception {
    assumeTrue(Files.isExecutable(TERMINAL) && !ignoresInterrupts(), "No terminal to be had");
    Path file = prepare();
    String command =
        OwnProcess.of(arguments(file)).command().stream()
            .map(word -> "'" + word + "'")
            .collect(Collectors.joining(" ", "exec ", ""));
    ProcessBuilder terminal =
        new ProcessBuilder(TERMINAL.toString(), "-q", "-e", "-f", "-c", command, "/dev/null");
    terminal.environment().put("TERM", "xterm");
    Process process = start(terminal.redirectErrorStream(true));
    try {
      awaitSome(process);
      process.getOutputStream().write(CONTROL_C);
      process.getOutputStream().flush();
      String said = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertThat(process.waitFor()).as(said).isEqualTo(130);
      assertThat(said).contains("Importing", " % ");
      assertCanBeTakenUp(said, file);
    } finally {
      process.destroyForcibly();
    }
  }

  private Path prepare() throws IOException {
    shell.run("database", "delete", "--name", "d", "--yes");
    shell.run("database", "create", "--name", "d");
    // Low throughput, so that the import takes long enough.
    shell.run("container", "create", "-d", "d", "-n", "c", "-p", "/group", "--throughput", "2000");
    return Files.writeString(folder.resolve("entries.jsonl"), entries());
  }

  private static String[] arguments(Path file) {
    return new String[] {"import", "-d", "d", "-c", "c", file.toString()};
  }

  private static void awaitSome(Process process) {
    while (count() < 200) {
      assertThat(process.isAlive()).isTrue();
    }
  }

  private static void assertCanBeTakenUp(String said, Path file) {
    Matcher found = GO_ON.matcher(said);
    assertThat(found.find()).as(said).isTrue();
    long reached = Long.parseLong(found.group(1));
    assertThat(reached).isPositive().isLessThan(ENTRIES);
    assertThat(count()).isBetween(reached, (long) ENTRIES - 1);
    assertThat(Files.exists(Path.of(file + ".rejected"))).isFalse();
    String[] more = {"throughput", "update", "-d", "d", "-c", "c", "--throughput", "20000"};
    assertThat(shell.run(more).code()).isZero();
    String[] rest = {
      "import", "-d", "d", "-c", "c", "--skip", found.group(1), "--upsert", file.toString()
    };
    assertThat(shell.run(rest).code()).isZero();
    assertThat(count()).isEqualTo(ENTRIES);
  }

  private static Process start(ProcessBuilder process) throws IOException {
    process.environment().put("PARTITA_ENDPOINT", shell.endpoint());
    return process.start();
  }

  /** Shells start programs in the background with interrupts ignored, and Java honours that. */
  private static boolean ignoresInterrupts() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return false;
    }
    Matcher ignored = IGNORED.matcher(Files.readString(status));
    return ignored.find() && (Long.parseUnsignedLong(ignored.group(1), 16) & INT_BIT) != 0;
  }

  private static String entries() {
    return IntStream.range(0, ENTRIES)
        .mapToObj("{\"id\":\"%1$d\",\"group\":\"g%1$d\"}%n"::formatted)
        .collect(Collectors.joining());
  }

  private static long count() {
    return Long.parseLong(
        shell.run("query", "-d", "d", "-c", "c", "SELECT VALUE COUNT(1) FROM c").out().strip());
  }
}
