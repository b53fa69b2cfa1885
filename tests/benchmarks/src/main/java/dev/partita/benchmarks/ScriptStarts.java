package dev.partita.benchmarks;

import static dev.partita.benchmarks.report.FigureTable.number;
import static dev.partita.benchmarks.report.FigureTable.text;

import dev.partita.base.time.Clock;
import dev.partita.benchmarks.Benchmark.Setting;
import dev.partita.benchmarks.http.LaunchedServer;
import dev.partita.benchmarks.http.OneRequest;
import dev.partita.benchmarks.http.SignedRequests;
import dev.partita.benchmarks.report.FigureTable;
import dev.partita.benchmarks.report.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * First scripts on servers that the launcher starts, and the memory of a server without scripts.
 */
final class ScriptStarts {

  private static final Clock CLOCK = Clock.system();
  private static final String CONTAINER = "dbs/scripts/colls/scripts";
  private static final long IDLE_MILLIS = 3_000;

  /**
   * Result of a pair of starts: of a server without data, and of one that has a procedure.
   *
   * @param classes number of classes of the script engine that were loaded before the first script
   */
  record Run(
      double idleMegabytes,
      double classes,
      double registerMillis,
      double first,
      double second,
      double firstAgain,
      double secondAgain,
      double scriptMegabytes) {}

  private ScriptStarts() {}

  static List<Run> measure(Setting setting) throws IOException {
    setting.progress().accept("scripts: building and preparing");
    LaunchedServer.prepare(setting.scratch().folder());
    List<Run> runs = new ArrayList<>();
    for (int round = 1; round <= setting.rounds(); round++) {
      setting.progress().accept("scripts: starts, round " + round);
      runs.add(run(setting.scratch().folder()));
    }
    return runs;
  }

  private static Run run(Path folder) throws IOException {
    double idleMegabytes;
    double classes;
    double registerMillis;
    double first;
    double second;
    try (LaunchedServer server = LaunchedServer.start(folder)) {
      SignedRequests signed = SignedRequests.to(server.port());
      OneRequest.require(201, server.port(), signed.createDatabase("scripts"));
      OneRequest.require(201, server.port(), signed.createContainer("scripts", "scripts"));
      CLOCK.sleep(IDLE_MILLIS);
      idleMegabytes = server.residentMegabytes();
      classes = server.loadedClasses("com.oracle.truffle.", "com.oracle.js.", "org.graalvm.");
      byte[] register =
          ScriptRequests.create(signed, CONTAINER, "sprocs", "import", ScriptRequests.IMPORT);
      registerMillis = millis(server, 201, register);
      first = execution(server, signed, "1");
      second = execution(server, signed, "2");
      // The first write of the next start then creates the database again.
      String link = "dbs/" + LaunchedServer.DATABASE;
      OneRequest.require(
          204, server.port(), signed.request("DELETE", "/" + link, "dbs", link, "", new byte[0]));
    }
    try (LaunchedServer server = LaunchedServer.start(folder)) {
      SignedRequests signed = SignedRequests.to(server.port());
      double firstAgain = execution(server, signed, "3");
      double secondAgain = execution(server, signed, "4");
      CLOCK.sleep(IDLE_MILLIS);
      return new Run(
          idleMegabytes,
          classes,
          registerMillis,
          first,
          second,
          firstAgain,
          secondAgain,
          server.residentMegabytes());
    }
  }

  private static double execution(LaunchedServer server, SignedRequests signed, String id)
      throws IOException {
    String items = "[[{\"id\":\"" + id + "\",\"pk\":\"key\"}]]";
    return millis(server, 200, ScriptRequests.execute(signed, CONTAINER, "import", "key", items));
  }

  private static double millis(LaunchedServer server, int status, byte[] request)
      throws IOException {
    long start = CLOCK.nanos();
    OneRequest.require(status, server.port(), request);
    return (CLOCK.nanos() - start) / 1e6;
  }

  static FigureTable table(List<Run> runs) {
    FigureTable table =
        new FigureTable(
            "Starts",
            List.of(
                text("run"),
                number("no script MB", 0),
                number("classes", 0),
                number("register ms", 0),
                number("first ms", 0),
                number("second ms", 0),
                number("first after a restart ms", 0),
                number("second ms", 0),
                number("with scripts MB", 0)));
    for (int i = 0; i < runs.size(); i++) {
      row(table, Integer.toString(i + 1), runs.subList(i, i + 1));
    }
    row(table, "median", runs);
    return table;
  }

  private static void row(FigureTable table, String label, List<Run> runs) {
    table.row(
        label,
        median(runs, Run::idleMegabytes),
        median(runs, Run::classes),
        median(runs, Run::registerMillis),
        median(runs, Run::first),
        median(runs, Run::second),
        median(runs, Run::firstAgain),
        median(runs, Run::secondAgain),
        median(runs, Run::scriptMegabytes));
  }

  static List<Result.Goal> goals(List<Run> runs, double limitMillis) {
    double classes = median(runs, Run::classes);
    return List.of(
        later("the first script of a new server", runs, run -> run.first - run.second, limitMillis),
        later(
            "the first script after a restart",
            runs,
            run -> run.firstAgain - run.secondAgain,
            limitMillis),
        new Result.Goal(
            "a server without scripts holds no class of the script engine",
            "%.0f".formatted(classes),
            classes == 0));
  }

  private static Result.Goal later(
      String what, List<Run> runs, ToDoubleFunction<Run> difference, double limitMillis) {
    double more = median(runs, difference);
    return new Result.Goal(
        "%s: at most %.0f ms more than the second".formatted(what, limitMillis),
        "%.0f ms".formatted(more),
        more <= limitMillis);
  }

  private static double median(List<Run> runs, ToDoubleFunction<Run> figure) {
    return Measurement.median(runs.stream().map(figure::applyAsDouble).toList());
  }
}
