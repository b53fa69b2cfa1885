package dev.partita.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Handle on the process that is killed. Not for use by several threads. */
final class Victim implements AutoCloseable {

  private static final String NO_STEP = "-";

  /** Refusal to split a partition that has only one key, which is no failure of the test. */
  private static final String HARMLESS = "should be split but cannot be";

  private final Process process;
  private final BufferedReader lines;
  private final Model model;
  private final Path complaints;
  private boolean atStep;

  private Victim(Process process, Model model, Path complaints) {
    this.process = process;
    this.lines = process.inputReader(StandardCharsets.UTF_8);
    this.model = model;
    this.complaints = complaints;
  }

  /** Starts a workload that runs until it is killed. */
  static Victim start(Path folder, FastClock clock, Model model, int round, long seed)
      throws IOException {
    return start(folder, clock, model, round, seed, NO_STEP);
  }

  /** Starts a workload that blocks at a step. */
  static Victim start(Path folder, FastClock clock, Model model, int round, long seed, String step)
      throws IOException {
    Path complaints = Files.createTempFile(folder.getParent(), "stderr", ".txt");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "--enable-native-access=ALL-UNNAMED",
                    // The process lives too briefly for the optimising compiler.
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-Xmx256m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Workload.class.getName(),
                    folder.toString(),
                    Long.toString(clock.startMillis()),
                    Integer.toString(round),
                    Long.toString(seed),
                    step))
            .redirectError(complaints.toFile())
            .start();
    return new Victim(process, model, complaints);
  }

  /** Reads the output until a number of operations is acknowledged. */
  void awaitAcknowledged(long count) throws IOException {
    long target = model.acknowledged() + count;
    while (model.acknowledged() < target) {
      assertThat(follow()).as(this::complaints).isTrue();
    }
  }

  /** Reads the output until the workload blocks at its step. */
  void awaitStep() throws IOException {
    while (!atStep) {
      assertThat(follow()).as(this::complaints).isTrue();
    }
  }

  /** Lets it run for a time. */
  void awaitMillis(long millis) throws InterruptedException {
    assertThat(process.waitFor(millis, TimeUnit.MILLISECONDS)).as(this::complaints).isFalse();
  }

  /** Kills it and reads the rest of its output. */
  void kill() throws IOException, InterruptedException {
    assertThat(process.isAlive()).as(this::complaints).isTrue();
    // Process.destroyForcibly would close the pipe; the handle leaves it open.
    assertThat(process.toHandle().destroyForcibly()).isTrue();
    process.waitFor();
    while (follow()) {
      // Read to the end.
    }
    assertThat(complaints()).isEmpty();
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    lines.close();
  }

  /** Reads one line; false at the end. */
  private boolean follow() throws IOException {
    String line = lines.readLine();
    if (line == null) {
      return false;
    }
    String[] words = line.split(" ", 3);
    switch (words[0]) {
      case "ready" -> {}
      case "start" -> model.started(Long.parseLong(words[1]), WorkloadOperation.parse(words[2]));
      case "done" -> model.done(Long.parseLong(words[1]), Long.parseLong(words[2]));
      case "refused" -> model.refused(Long.parseLong(words[1]));
      case "step" -> atStep = true;
      default -> throw new AssertionError("The workload failed: " + line + "\n" + complaints());
    }
    return true;
  }

  private String complaints() {
    try {
      return String.join(
          "\n",
          Files.readAllLines(complaints).stream()
              .filter(line -> !line.contains(HARMLESS) && !line.contains(" INFO "))
              .toList());
    } catch (IOException e) {
      return e.toString();
    }
  }
}
