package dev.partita.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.benchmarks.graph.GraphProcess;
import dev.partita.benchmarks.http.MissingProgram;
import dev.partita.benchmarks.report.Result;
import dev.partita.benchmarks.report.Table;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What traversals take, against a graph that lives in memory and against another database on disk;
 * each in a process of its own, all with the same heap and the same graph.
 */
record GraphTraversals(int vertices) implements Benchmark {

  private static final Path PEER = Path.of("tests", "benchmarks", "src", "peers", "janusgraph");
  private static final double MEMORY_FACTOR = 3;
  private static final double PEER_FACTOR = 2;
  private static final String LOAD = "load, elements a second";
  private static final List<String> OPTIONS =
      List.of(
          "-Xmx2g",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "-Dorg.slf4j.simpleLogger.defaultLogLevel=error");

  /** What a process printed. */
  private record Figure(double value, long found) {}

  @Override
  public Result run(Setting setting) throws IOException {
    String own = System.getProperty("java.class.path", "");
    Map<String, Figure> ours = measure("partita", own, setting);
    Map<String, Figure> memory = measure("tinkergraph", own, setting);
    String classes = own.substring(0, Math.max(0, own.indexOf(File.pathSeparatorChar)));
    Map<String, Figure> peer =
        measure("janusgraph", classes + File.pathSeparator + peerPath(setting), setting);
    return compare(ours, memory, peer);
  }

  private Map<String, Figure> measure(String database, String classPath, Setting setting)
      throws IOException {
    setting.progress().accept("graph: loading and traversing " + database);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
    command.addAll(OPTIONS);
    command.addAll(
        List.of(
            "-cp",
            classPath,
            GraphProcess.class.getName(),
            database,
            setting.scratch().folder().toString(),
            Integer.toString(vertices)));
    Map<String, Figure> figures = new LinkedHashMap<>();
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      String line;
      while ((line = lines.readLine()) != null) {
        String[] cells = line.split("\t", -1);
        if (cells.length == 4 && cells[0].equals("FIGURE")) {
          setting.progress().accept("graph: " + database + ": " + cells[1]);
          figures.put(cells[1], new Figure(Double.parseDouble(cells[2]), Long.parseLong(cells[3])));
        }
      }
    }
    return figures;
  }

  /** The other database has its own version of TinkerPop, so it never meets ours. */
  private static String peerPath(Setting setting) throws IOException {
    Path file = Path.of("tests", "benchmarks", "target", "janusgraph-class-path.txt");
    if (!Files.exists(file)) {
      setting.progress().accept("graph: fetching JanusGraph with Maven");
      try {
        int exit =
            new ProcessBuilder(
                    "mvn",
                    "-q",
                    "-f",
                    PEER.resolve("pom.xml").toString(),
                    "dependency:build-classpath",
                    "-Dmdep.outputFile=" + file.toAbsolutePath())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (exit != 0) {
          throw new MissingProgram("Maven could not fetch JanusGraph.", new IOException("mvn"));
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException("The benchmark was interrupted.", e);
      }
    }
    return Files.readString(file).strip();
  }

  private Result compare(
      Map<String, Figure> ours, Map<String, Figure> memory, Map<String, Figure> peer) {
    Table table =
        new Table(
            "%,d vertices, %,d edges; microseconds of processor time for a traversal"
                .formatted(vertices, 10L * vertices),
            List.of(
                Table.text("traversal"),
                Table.number("Partita", 1),
                Table.number("TinkerGraph", 1),
                Table.number("JanusGraph", 1),
                Table.number("TinkerGraph/Partita", 2),
                Table.number("JanusGraph/Partita", 2)));
    boolean sound = !ours.isEmpty();
    double worstMemory = Double.MAX_VALUE;
    double worstPeer = Double.MAX_VALUE;
    for (Map.Entry<String, Figure> each : ours.entrySet()) {
      Figure own = each.getValue();
      Figure inMemory = memory.get(each.getKey());
      Figure other = peer.get(each.getKey());
      double memoryRatio = ratio(inMemory, own);
      double peerRatio = ratio(other, own);
      table.row(each.getKey(), own.value(), value(inMemory), value(other), memoryRatio, peerRatio);
      if (each.getKey().startsWith("heap")) {
        continue;
      }
      if (each.getKey().equals(LOAD)) {
        worstPeer = Math.min(worstPeer, peerRatio == 0 ? worstPeer : 1 / peerRatio);
        continue;
      }
      sound &= agrees(own, inMemory) && agrees(own, other);
      worstPeer = Math.min(worstPeer, peerRatio == 0 ? worstPeer : peerRatio);
      if (each.getKey().contains("hop")) {
        worstMemory = Math.min(worstMemory, memoryRatio == 0 ? worstMemory : memoryRatio);
      }
    }
    return new Result(
        "graph",
        "The same traversals of the same graph, embedded, each database in a process with 2 GB of"
            + " heap; Partita and JanusGraph (BerkeleyJE) on disk, TinkerGraph in memory. The best"
            + " of four passes. What was found is compared.",
        List.of(table),
        List.of(
            goal("1 to 3 hops take at most 3 × TinkerGraph", worstMemory, 1 / MEMORY_FACTOR),
            goal("everything is at least 2 × JanusGraph", worstPeer, PEER_FACTOR)),
        sound);
  }

  private static Result.Goal goal(String text, double worst, double least) {
    return new Result.Goal(
        text, "worst ratio " + String.format(Locale.ROOT, "%.2f", worst), worst >= least);
  }

  private static boolean agrees(Figure own, @Nullable Figure other) {
    return other == null || own.found() == other.found();
  }

  private static double ratio(@Nullable Figure other, Figure own) {
    return other == null || own.value() == 0 ? 0 : other.value() / own.value();
  }

  private static double value(@Nullable Figure figure) {
    return figure == null ? 0 : figure.value();
  }
}
