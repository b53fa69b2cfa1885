package dev.partita.benchmarks.graph;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Output of a {@link GraphProcess}. The process is killed if it prints nothing for too long; the
 * figures until then are kept.
 *
 * @param figures figures by name, in the order of the output
 * @param problem why there are no more; null if the process completed
 */
public record MeasuredProcess(Map<String, Figure> figures, @Nullable String problem) {

  /** Value, and the sum of the results; -1 if a traversal was given up. */
  public record Figure(double value, long found) {
    public boolean isGivenUp() {
      return found < 0;
    }
  }

  /** Loading is one line, and takes longest. */
  private static final long SILENT_SECONDS = 1_200;

  private static final List<String> OPTIONS =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "-Dstdout.encoding=UTF-8",
          "-Dorg.slf4j.simpleLogger.defaultLogLevel=error");

  /**
   * Measures a database.
   *
   * @param heap heap size of the process, in the notation of Java
   * @param graph the number of vertices, or the file of the graph
   */
  public static MeasuredProcess run(
      String database,
      String classPath,
      String heap,
      Path folder,
      String graph,
      Consumer<String> progress)
      throws IOException {
    Process process =
        start(heap, classPath, GraphProcess.class, database, folder.toString(), graph);
    Map<String, Figure> figures = new LinkedHashMap<>();
    String problem = null;
    try (BufferedReader lines =
            new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        Patience patience = new Patience(process)) {
      String line;
      while ((line = lines.readLine()) != null) {
        patience.renew();
        String[] cells = line.split("\t", -1);
        if (cells[0].equals("FIGURE")) {
          progress.accept("graph: " + database + ": " + cells[1] + " " + cells[2]);
          figures.put(cells[1], new Figure(Double.parseDouble(cells[2]), Long.parseLong(cells[3])));
        } else if (cells[0].equals("FAILED")) {
          problem = cells[1];
        }
      }
      if (patience.isLost()) {
        problem = "silent for " + SILENT_SECONDS + " s, so it was ended";
      } else if (problem == null && !figures.containsKey(GraphProcess.MEMORY_END)) {
        problem = "ended too early";
      }
    }
    if (problem != null) {
      progress.accept("graph: " + database + " did not finish: " + problem);
    }
    return new MeasuredProcess(figures, problem);
  }

  /** Writes the graph of air routes to a file. */
  public static void writeAirRoutes(String classPath, Path file) throws IOException {
    try {
      if (start("512m", classPath, AirRoutes.class, file.toString()).waitFor() != 0) {
        throw new IOException("The graph of air routes could not be written to " + file);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("The benchmark was interrupted.", e);
    }
  }

  private static Process start(String heap, String classPath, Class<?> program, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
    command.add("-Xmx" + heap);
    command.addAll(OPTIONS);
    command.addAll(List.of("-cp", classPath, program.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  /** Watchdog that kills a process without output. */
  private static final class Patience implements AutoCloseable {

    private final Process process;
    private final Thread thread;
    private volatile boolean lost;

    Patience(Process process) {
      this.process = process;
      this.thread = Thread.ofVirtual().start(this::watch);
    }

    void renew() {
      thread.interrupt();
    }

    boolean isLost() {
      return lost;
    }

    private void watch() {
      while (process.isAlive()) {
        try {
          if (!process.waitFor(SILENT_SECONDS, TimeUnit.SECONDS)) {
            lost = true;
            process.destroyForcibly();
          }
        } catch (InterruptedException _) {
          // Interrupted: there was a line, or the output has ended.
        }
      }
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }
}
