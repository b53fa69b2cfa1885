package dev.partita.benchmarks;

import static dev.partita.benchmarks.report.FigureTable.number;
import static dev.partita.benchmarks.report.FigureTable.text;

import dev.partita.benchmarks.nodes.BareEcho;
import dev.partita.benchmarks.nodes.Echo;
import dev.partita.benchmarks.nodes.NodeEcho;
import dev.partita.benchmarks.report.FigureTable;
import dev.partita.benchmarks.report.Result;
import java.util.ArrayList;
import java.util.List;

/** What it costs that one node asks another, against the least that Netty does over plain TCP. */
record NodesBenchmark() implements Benchmark {

  private static final long WARM_UP_MILLIS = 3_000;
  private static final long SETTLE_MILLIS = 100;

  /** A way to ask. */
  private record Load(String label, int bytes, int clients) {}

  private static final List<Load> LOADS =
      List.of(
          new Load("100 bytes, 1 at once", 100, 1),
          new Load("100 bytes, 64 at once", 100, 64),
          new Load("1 MB, 4 at once", 1 << 20, 4));

  @Override
  public Result run(Setting setting) {
    FigureTable table =
        new FigureTable(
            "Requests between two nodes, and bare Netty without TLS",
            List.of(
                text("requests"),
                number("nodes/s", 0),
                number("bare/s", 0),
                number("ratio", 2),
                number("nodes MB/s each way", 1),
                number("nodes CPU µs", 1),
                number("bare CPU µs", 1),
                number("nodes p50 ms", 3),
                number("nodes p99 ms", 3)));
    boolean sound = true;
    for (Load load : LOADS) {
      setting.progress().accept("nodes: " + load.label());
      sound &= compare(setting, load, table);
    }
    return new Result(
        "nodes",
        "Echoes between two nodes of this process over TLS 1.3 with both certificates, with"
            + " deadlines, order and bounds; and between two sides of Netty over TCP that have none"
            + " of it. The processor time is that of both sides.",
        List.of(table),
        List.of(),
        sound);
  }

  private static boolean compare(Setting setting, Load load, FigureTable table) {
    byte[] body = new byte[load.bytes()];
    try (Echo nodes = new NodeEcho();
        Echo bare = new BareEcho()) {
      boolean sound = nodes.ask(body).join().length == load.bytes();
      var _ = turn(nodes, load, body, WARM_UP_MILLIS);
      var _ = turn(bare, load, body, WARM_UP_MILLIS);
      List<Measurement> nodesTurns = new ArrayList<>();
      List<Measurement> bareTurns = new ArrayList<>();
      for (int round = 0; round < setting.rounds(); round++) {
        nodesTurns.add(turn(nodes, load, body, setting.millis()));
        bareTurns.add(turn(bare, load, body, setting.millis()));
      }
      double perSecond = Measurement.median(nodesTurns, Measurement::operationsPerSecond);
      table.row(
          load.label(),
          perSecond,
          Measurement.median(bareTurns, Measurement::operationsPerSecond),
          Ratio.of(nodesTurns, bareTurns).median(),
          perSecond * load.bytes() / 1e6,
          Measurement.median(nodesTurns, Measurement::cpuMicrosPerOperation),
          Measurement.median(bareTurns, Measurement::cpuMicrosPerOperation),
          Measurement.median(nodesTurns, each -> each.latencyMillis(50)),
          Measurement.median(nodesTurns, each -> each.latencyMillis(99)));
      return sound;
    }
  }

  private static Measurement turn(Echo echo, Load load, byte[] body, long millis) {
    return ClosedLoop.run(
        load.clients(),
        ClientThreads.VIRTUAL.factory(),
        SETTLE_MILLIS,
        millis,
        () -> {
          byte[] _ = echo.ask(body).join();
          return 1;
        });
  }
}
