package dev.partita.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The process that is going to be killed, as the test sees it. */
final class Victim implements AutoCloseable {

  private static final String NO_STEP = "-";

  /** Said by the engine of a partition that has only one key; nothing is wrong then. */
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

  /** Starts a workload that goes on until it is killed. */
  static Victim start(Path folder, FastClock clock, Model model, int round, long seed)
      throws IOException {
    return start(folder, clock, model, round, seed, NO_STEP);
  }

  /** Starts a workload that stands still at a step. */
  static Victim start(Path folder, FastClock clock, Model model, int round, long seed, String step)
      throws IOException {
    Path complaints = Files.createTempFile(folder.getParent(), "stderr", ".txt");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "--enable-native-access=ALL-UNNAMED",
                    // A short life does not repay a better compiler.
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

  /** Follows the workload until it has acknowledged so many operations. */
  void awaitAcknowledged(long count) throws IOException {
    long target = model.acknowledged() + count;
    while (model.acknowledged() < target) {
      assertThat(follow()).as(this::complaints).isTrue();
    }
  }

  /** Follows the workload until it stands still at its step. */
  void awaitStep() throws IOException {
    while (!atStep) {
      assertThat(follow()).as(this::complaints).isTrue();
    }
  }

  /** Gives it so much time, from whenever to whenever. */
  void awaitMillis(long millis) throws InterruptedException {
    assertThat(process.waitFor(millis, TimeUnit.MILLISECONDS)).as(this::complaints).isFalse();
  }

  /** Kills it and hears what it had said until then. */
  void kill() throws IOException, InterruptedException {
    assertThat(process.isAlive()).as(this::complaints).isTrue();
    // The handle leaves the pipe open, unlike the process.
    assertThat(process.toHandle().destroyForcibly()).isTrue();
    process.waitFor();
    while (follow()) {
      // All that is left in the pipe.
    }
    assertThat(complaints()).isEmpty();
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    lines.close();
  }

  /** Takes in one line; false at the end. */
  private boolean follow() throws IOException {
    String line = lines.readLine();
    if (line == null) {
      return false;
    }
    String[] words = line.split(" ", 3);
    switch (words[0]) {
      case "ready" -> {}
      case "start" -> model.started(Long.parseLong(words[1]), Operation.parse(words[2]));
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
