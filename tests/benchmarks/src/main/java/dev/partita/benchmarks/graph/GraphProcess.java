package dev.partita.benchmarks.graph;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Program that measures one database: prints a line for each figure, {@code FIGURE name value
 * found}, or one that begins with {@code FAILED}, and always exits.
 */
public final class GraphProcess {

  public static final String LOAD_RATE = "load, elements a second";
  public static final String LOAD_PROCESSOR = "load, µs of processor an element";
  public static final String MEMORY_LOADED = "resident memory after loading, MB";
  public static final String MEMORY_END = "resident memory at most, MB";

  private GraphProcess() {}

  /**
   * @param arguments the database, the folder of its data, and the number of vertices or the file
   *     of the graph
   */
  public static void main(String[] arguments) {
    int exit = 1;
    try {
      GraphData data =
          arguments[2].chars().allMatch(Character::isDigit)
              ? new GeneratedGraph(Integer.parseInt(arguments[2]))
              : AirRoutes.read(Path.of(arguments[2]));
      Side side =
          switch (arguments[0]) {
            case "partita" -> PartitaSide.open(arguments[1], data, false);
            case "partita-all" -> PartitaSide.open(arguments[1], data, true);
            case "tinkergraph" -> TinkerGraphSide.open(data);
            case "janusgraph" -> JanusGraphSide.open(arguments[1], data);
            default -> throw new IllegalArgumentException(arguments[0]);
          };
      report(data, side);
      exit = 0;
    } catch (Throwable e) {
      // Any failure is reported, including linkage errors between versions.
      e.printStackTrace();
      System.out.println("FAILED\t" + root(e));
    }
    // A database that failed may leave threads running.
    System.out.flush();
    System.exit(exit);
  }

  private static Throwable root(Throwable failure) {
    Throwable cause = failure.getCause();
    return cause == null ? failure : root(cause);
  }

  private static void report(GraphData data, Side loading) throws IOException {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long elements = (long) data.vertices() + data.edges();
    long start = ManagementFactory.getRuntimeMXBean().getUptime();
    long processor = system.getProcessCpuTime();
    Object[] ids = GraphLoad.load(data, loading);
    double seconds = (ManagementFactory.getRuntimeMXBean().getUptime() - start) / 1e3;
    double micros = (system.getProcessCpuTime() - processor) / 1e3;
    print(LOAD_RATE, elements / seconds, elements);
    print(LOAD_PROCESSOR, micros / elements, elements);
    print(MEMORY_LOADED, residentMegabytes(), 0);
    Side side = loading.afterLoad();
    new GraphWork(data, ids, side)
        .measure(figure -> print(figure.name(), figure.micros(), figure.found()));
    print(MEMORY_END, residentMegabytes(), 0);
    side.close();
  }

  private static void print(String name, double value, long found) {
    System.out.printf(Locale.ROOT, "FIGURE\t%s\t%.2f\t%d%n", name, value, found);
    System.out.flush();
  }

  /** Peak resident memory of the process; 0 where the system does not report it. */
  private static double residentMegabytes() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return 0;
    }
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1e3;
      }
    }
    return 0;
  }
}
