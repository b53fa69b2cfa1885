package dev.partita.benchmarks;

import static dev.partita.benchmarks.report.FigureTable.number;
import static dev.partita.benchmarks.report.FigureTable.text;

import dev.partita.benchmarks.http.CountingCost;
import dev.partita.benchmarks.http.OneRequest;
import dev.partita.benchmarks.http.ServerProcess;
import dev.partita.benchmarks.http.SignedRequests;
import dev.partita.benchmarks.report.FigureTable;
import dev.partita.benchmarks.report.Result;
import java.io.IOException;
import java.util.List;

/** Cost of metrics and of the request log for point reads over HTTP. */
record MetricsBenchmark(int clients) implements Benchmark {

  private static final double GOAL_PERCENT = 2;
  private static final String PLAIN = "point reads";
  private static final String COUNTED = "point reads, counted";

  @Override
  public Result run(Setting setting) throws IOException {
    ItemWorkload workload = new ItemWorkload();
    HttpTurns turns = new HttpTurns(setting, clients);
    try (ServerProcess plain = ServerProcess.observed(setting.scratch().folder())) {
      ServerProcess counted = plain.atOtherPort();
      SignedRequests signed = SignedRequests.to(plain.port());
      setting.progress().accept("metrics: storing items");
      Http.fill(plain, signed, workload);
      List<byte[]> reads = Http.reads(signed, workload);
      OneRequest.require(200, counted.port(), reads.getFirst());
      HttpTurns.Side first = new HttpTurns.Side(PLAIN, plain, false, Http.cycle(reads), 200);
      HttpTurns.Side second = new HttpTurns.Side(COUNTED, counted, false, Http.cycle(reads), 200);
      // Both orders are measured equally often: the first side may have an advantage.
      turns.compare(List.of(first, second, second, first));
    }
    return result(turns);
  }

  private Result result(HttpTurns turns) {
    FigureTable table =
        new FigureTable(
            "Point reads over %d connections".formatted(clients),
            List.of(
                text("side"),
                number("requests/s", 0),
                number("ratio", 3),
                number("server CPU µs/request", 2),
                number("ratio of CPU", 3),
                number("p99 ms", 2)));
    for (String label : turns.labels()) {
      table.row(
          label,
          turns.perSecond(label),
          turns.ratio(label, PLAIN),
          turns.cpuMicros(label),
          turns.cpuRatio(label, PLAIN),
          turns.latencyMillis(label, 99));
    }
    // Two ports with the same code differ by more than the cost, so it is measured in isolation,
    // too.
    double nanos = CountingCost.nanosPerRequest();
    double percent = nanos / 10 / turns.cpuMicros(PLAIN);
    return new Result(
        "metrics",
        "Point reads of the NoSQL API at two ports of one process, which take turns: one as it is,"
            + " one that counts each request and logs one in a hundred.",
        List.of(table),
        List.of(
            new Result.Goal(
                "counting takes less than %.0f %% of a point read's processor time"
                    .formatted(GOAL_PERCENT),
                "%.0f ns, %.2f %%".formatted(nanos, percent),
                percent < GOAL_PERCENT)),
        true);
  }
}
