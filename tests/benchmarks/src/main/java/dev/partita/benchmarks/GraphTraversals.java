package dev.partita.benchmarks;

import dev.partita.benchmarks.graph.GraphProcess;
import dev.partita.benchmarks.graph.MeasuredProcess;
import dev.partita.benchmarks.graph.MeasuredProcess.Figure;
import dev.partita.benchmarks.http.MissingProgram;
import dev.partita.benchmarks.report.FigureTable;
import dev.partita.benchmarks.report.Result;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Time of traversals, compared with a graph in memory and with another database on disk; each in a
 * process of its own, all with the same heap and the same graph.
 *
 * @param heap heap size of each process, in the notation of Java
 * @param sides the databases to measure; Partita is compared with those that are present
 */
record GraphTraversals(int vertices, String heap, List<String> sides) implements Benchmark {

  private static final Path PEER = Path.of("tests", "benchmarks", "src", "peers", "janusgraph");
  private static final String OURS = "partita";
  private static final String OURS_ALL = "partita-all";
  private static final String MEMORY = "tinkergraph";
  private static final String DISK = "janusgraph";
  private static final double MEMORY_FACTOR = 3;
  private static final double DISK_FACTOR = 2;

  @Override
  public Result run(Setting setting) throws IOException {
    Path airRoutes = setting.scratch().folder();
    MeasuredProcess.writeAirRoutes(ownPath(), airRoutes);
    List<FigureTable> tables = new ArrayList<>();
    List<Result.Goal> goals = new ArrayList<>();
    boolean sound = true;
    Map<String, String> graphs = new LinkedHashMap<>();
    graphs.put(
        "Generated, %,d vertices, %,d edges".formatted(vertices, 10L * vertices),
        Integer.toString(vertices));
    graphs.put("Air routes, 3,749 vertices, 57,645 edges", airRoutes.toString());
    for (Map.Entry<String, String> graph : graphs.entrySet()) {
      Map<String, MeasuredProcess> measured = measure(graph.getValue(), setting);
      sound &= compare(graph.getKey(), measured, tables, goals);
    }
    return new Result(
        "graph",
        "The same traversals of the same graphs, embedded, each database in a process with "
            + heap
            + " of heap; Partita and JanusGraph (BerkeleyJE) on disk, TinkerGraph in memory, all"
            + " with an index of names. Microseconds of processor time of the whole process for one"
            + " traversal, the best of five passes. What was found is compared.",
        tables,
        goals,
        sound);
  }

  private Map<String, MeasuredProcess> measure(String graph, Setting setting) throws IOException {
    Map<String, MeasuredProcess> measured = new LinkedHashMap<>();
    for (String side : sides) {
      setting.progress().accept("graph: loading and traversing " + side);
      Path folder = setting.scratch().folder();
      Files.createDirectories(folder);
      measured.put(
          side,
          MeasuredProcess.run(
              side,
              side.equals(DISK) ? peerPath(setting) : ownPath(),
              heap,
              folder,
              graph,
              setting.progress()));
      Scratch.delete(folder);
    }
    return measured;
  }

  private static String ownPath() {
    return System.getProperty("java.class.path", "");
  }

  /** The other database has its own version of TinkerPop, so the two never share a process. */
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
    String classes = ownPath().substring(0, Math.max(0, ownPath().indexOf(File.pathSeparatorChar)));
    return classes + File.pathSeparator + Files.readString(file).strip();
  }

  /** Adds the table of one graph with the goals; returns whether all databases found the same. */
  private static boolean compare(
      String title,
      Map<String, MeasuredProcess> measured,
      List<FigureTable> tables,
      List<Result.Goal> goals) {
    Map<String, Figure> ours = figures(measured, measured.containsKey(OURS) ? OURS : OURS_ALL);
    Map<String, Figure> memory = figures(measured, MEMORY);
    Map<String, Figure> disk = figures(measured, DISK);
    FigureTable table =
        new FigureTable(
            title,
            List.of(
                FigureTable.text("traversal"),
                FigureTable.number("Partita", 1),
                FigureTable.number("TinkerGraph", 1),
                FigureTable.number("JanusGraph", 1),
                FigureTable.number("TinkerGraph/Partita", 2),
                FigureTable.number("JanusGraph/Partita", 2)));
    Worst worstMemory = new Worst();
    Worst worstDisk = new Worst();
    boolean sound = measured.values().stream().allMatch(side -> side.problem() == null);
    Set<String> names = new LinkedHashSet<>();
    measured.values().forEach(side -> names.addAll(side.figures().keySet()));
    for (String name : names) {
      Figure own = ours.get(name);
      Figure inMemory = memory.get(name);
      Figure onDisk = disk.get(name);
      double memoryRatio = ratio(inMemory, own);
      double diskRatio = ratio(onDisk, own);
      table.row(name, cell(own), cell(inMemory), cell(onDisk), cell(memoryRatio), cell(diskRatio));
      sound &= agree(own, inMemory) && agree(own, onDisk);
      if (name.startsWith("resident")) {
        continue;
      }
      worstDisk.see(name, name.equals(GraphProcess.LOAD_RATE) ? 1 / diskRatio : diskRatio);
      if (name.contains("hop") && !name.contains("path")) {
        worstMemory.see(name, memoryRatio);
      }
    }
    tables.add(table);
    goals.add(
        worstMemory.goal(title + ": 1 to 3 hops take at most 3 × TinkerGraph", 1 / MEMORY_FACTOR));
    goals.add(worstDisk.goal(title + ": everything is at least 2 × JanusGraph", DISK_FACTOR));
    return sound;
  }

  /** Smallest ratio, and the traversal that has it. */
  private static final class Worst {
    private double ratio = Double.MAX_VALUE;
    private String name = "nothing was compared";

    void see(String other, double value) {
      if (Double.isFinite(value) && value < ratio) {
        ratio = value;
        name = other;
      }
    }

    Result.Goal goal(String text, double least) {
      boolean none = ratio == Double.MAX_VALUE;
      return new Result.Goal(
          text,
          none ? name : "worst ratio " + String.format(Locale.ROOT, "%.2f, %s", ratio, name),
          !none && ratio >= least);
    }
  }

  private static Map<String, Figure> figures(Map<String, MeasuredProcess> measured, String side) {
    MeasuredProcess process = measured.get(side);
    return process == null ? Map.of() : process.figures();
  }

  private static boolean agree(@Nullable Figure own, @Nullable Figure other) {
    return own == null
        || other == null
        || own.isGivenUp()
        || other.isGivenUp()
        || own.found() == other.found();
  }

  private static double ratio(@Nullable Figure other, @Nullable Figure own) {
    return other == null || own == null || other.isGivenUp() || own.isGivenUp()
        ? Double.NaN
        : other.value() / own.value();
  }

  private static Object cell(@Nullable Figure figure) {
    if (figure == null) {
      return "";
    }
    return figure.isGivenUp() ? "not finished" : (Object) figure.value();
  }

  private static Object cell(double ratio) {
    return Double.isFinite(ratio) ? (Object) ratio : "";
  }
}
