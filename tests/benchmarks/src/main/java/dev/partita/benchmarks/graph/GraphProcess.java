package dev.partita.benchmarks.graph;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.configuration2.MapConfiguration;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.util.GraphFactory;

/** The program that measures one database: prints a line for each figure. */
public final class GraphProcess {

  private GraphProcess() {}

  /**
   * @param arguments which database, the folder of its data, how many vertices
   */
  public static void main(String[] arguments) throws Exception {
    String folder = arguments[1];
    int vertices = Integer.parseInt(arguments[2]);
    switch (arguments[0]) {
      case "partita" -> {
        try (PartitaSide side = PartitaSide.open(folder)) {
          report(side.work(vertices));
        }
      }
      case "tinkergraph" -> {
        Graph graph =
            GraphFactory.open(
                new MapConfiguration(
                    Map.of(
                        Graph.GRAPH,
                        "org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph",
                        "gremlin.tinkergraph.vertexIdManager",
                        "ANY")));
        report(new GraphWork(vertices, true, graph, () -> {}, () -> {}));
        graph.close();
      }
      case "janusgraph" -> {
        Graph graph =
            GraphFactory.open(
                new MapConfiguration(
                    Map.of(
                        Graph.GRAPH,
                        "org.janusgraph.core.JanusGraphFactory",
                        "storage.backend",
                        "berkeleyje",
                        "storage.directory",
                        folder)));
        report(
            new GraphWork(
                vertices, false, graph, () -> graph.tx().commit(), () -> graph.tx().rollback()));
        graph.close();
      }
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  private static void report(GraphWork work) {
    // The classes of the database are not here in every process, its clock neither.
    long start = ManagementFactory.getRuntimeMXBean().getUptime();
    long elements = work.load();
    double seconds = (ManagementFactory.getRuntimeMXBean().getUptime() - start) / 1e3;
    System.out.printf(
        Locale.ROOT, "FIGURE\tload, elements a second\t%.1f\t%d%n", elements / seconds, elements);
    for (GraphWork.Figure figure : work.measure()) {
      System.out.printf(
          Locale.ROOT, "FIGURE\t%s\t%.2f\t%d%n", figure.name(), figure.micros(), figure.found());
    }
    Runtime runtime = Runtime.getRuntime();
    System.out.printf(
        Locale.ROOT,
        "FIGURE\theap at the end, MB\t%.0f\t0%n",
        (runtime.totalMemory() - runtime.freeMemory()) / 1e6);
  }
}
