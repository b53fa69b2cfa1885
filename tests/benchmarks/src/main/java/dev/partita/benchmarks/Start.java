package dev.partita.benchmarks;

import static dev.partita.benchmarks.report.FigureTable.number;
import static dev.partita.benchmarks.report.FigureTable.text;

import dev.partita.base.time.Clock;
import dev.partita.benchmarks.http.LaunchedServer;
import dev.partita.benchmarks.http.OneRequest;
import dev.partita.benchmarks.http.SignedRequests;
import dev.partita.benchmarks.report.FigureTable;
import dev.partita.benchmarks.report.Result;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Time from the launcher's start to the first write, and memory of the process at that time. */
record Start() implements Benchmark {

  private static final int CONTAINERS = 50;
  private static final long IDLE_MILLIS = 3_000;
  private static final double GOAL_SECONDS = 1.5;
  private static final double GOAL_READY_MEGABYTES = 200;
  private static final double GOAL_CONTAINERS_MEGABYTES = 256;

  private record Run(double seconds, double readyMegabytes, double containersMegabytes) {}

  @Override
  public Result run(Setting setting) throws IOException {
    setting.progress().accept("start: building and preparing");
    LaunchedServer.prepare(setting.scratch().folder());
    List<Run> runs = new ArrayList<>();
    for (int round = 1; round <= setting.rounds(); round++) {
      setting.progress().accept("start: round " + round);
      runs.add(run(LaunchedServer.start(setting.scratch().folder())));
    }
    return result(runs);
  }

  private static Run run(LaunchedServer launched) throws IOException {
    try (launched) {
      double seconds = launched.firstWriteNanos() / 1e9;
      Clock.system().sleep(IDLE_MILLIS);
      double readyMegabytes = launched.residentMegabytes();
      SignedRequests signed = SignedRequests.to(launched.port());
      for (int i = 0; i < CONTAINERS; i++) {
        OneRequest.require(
            201, launched.port(), signed.createContainer(LaunchedServer.DATABASE, "container" + i));
      }
      Clock.system().sleep(IDLE_MILLIS);
      return new Run(seconds, readyMegabytes, launched.residentMegabytes());
    }
  }

  private static Result result(List<Run> runs) {
    FigureTable table =
        new FigureTable(
            "Starts",
            List.of(
                text("run"),
                number("first write s", 2),
                number("ready MB", 0),
                number("%d containers MB".formatted(CONTAINERS), 0)));
    for (int i = 0; i < runs.size(); i++) {
      addRow(table, Integer.toString(i + 1), runs.subList(i, i + 1));
    }
    addRow(table, "median", runs);
    return new Result(
        "start",
        ("From the start of the launcher, with all prepared and an empty data folder, to the answer"
                + " to a signed request that creates a database; then the resident memory of the"
                + " process after %d s without requests, and again after %d containers and as long"
                + " a pause.")
            .formatted(IDLE_MILLIS / 1000, CONTAINERS),
        List.of(table),
        List.of(
            goal("first write within %.1f s", GOAL_SECONDS, "%.2f s", median(runs, Run::seconds)),
            goal(
                "at most %.0f MB when ready and idle",
                GOAL_READY_MEGABYTES, "%.0f MB", median(runs, Run::readyMegabytes)),
            goal(
                "at most %.0f MB with " + CONTAINERS + " containers",
                GOAL_CONTAINERS_MEGABYTES,
                "%.0f MB",
                median(runs, Run::containersMegabytes))),
        true);
  }

  private static void addRow(FigureTable table, String label, List<Run> runs) {
    table.row(
        label,
        median(runs, Run::seconds),
        median(runs, Run::readyMegabytes),
        median(runs, Run::containersMegabytes));
  }

  private static Result.Goal goal(String text, double goal, String measuredText, double measured) {
    return new Result.Goal(
        String.format(Locale.ROOT, text, goal),
        String.format(Locale.ROOT, measuredText, measured),
        measured <= goal);
  }

  private static double median(List<Run> runs, ToDoubleFunction<Run> figure) {
    return Measurement.median(runs.stream().mapToDouble(figure).boxed().toList());
  }
}
