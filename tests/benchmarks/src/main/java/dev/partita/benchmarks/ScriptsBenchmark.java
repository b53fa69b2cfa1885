package dev.partita.benchmarks;

import static dev.partita.benchmarks.report.FigureTable.number;
import static dev.partita.benchmarks.report.FigureTable.text;

import dev.partita.benchmarks.http.ServerProcess;
import dev.partita.benchmarks.report.FigureTable;
import dev.partita.benchmarks.report.Result;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Cost of scripts: functions compared with the same expression in SQL, procedures with
 * transactional batches, the first script with the second, and the cost for a server without
 * scripts.
 */
record ScriptsBenchmark(int documents) implements Benchmark {

  private static final int QUERY_TURNS = 4;
  private static final double GOAL_FUNCTION = 5;
  private static final double GOAL_PROCEDURE = 3;
  private static final double GOAL_FIRST_MILLIS = 300;

  @Override
  public Result run(Setting setting) throws IOException {
    FigureTable table =
        new FigureTable(
            "Requests over one connection",
            List.of(
                text("side"),
                number("median ms", 2),
                number("server CPU ms", 2),
                number("times", 2),
                number("times, by CPU", 2),
                text("of")));
    List<Result.Goal> goals = new ArrayList<>();
    ScriptRequests requests = new ScriptRequests(setting, documents);
    requests.store();
    try (ServerProcess server = ServerProcess.database(requests.data())) {
      requests.register(server);
      Map<String, String> functions = new LinkedHashMap<>();
      HttpTurns queries = new HttpTurns(longer(setting), 1);
      queries.compare(requests.queries(server, functions));
      add(table, goals, queries, functions, GOAL_FUNCTION);
      Map<String, String> procedures = new LinkedHashMap<>();
      HttpTurns writes = new HttpTurns(setting, 1);
      writes.compare(requests.writes(server, procedures));
      add(table, goals, writes, procedures, GOAL_PROCEDURE);
    }
    List<ScriptStarts.Run> starts = ScriptStarts.measure(setting);
    goals.addAll(ScriptStarts.goals(starts, GOAL_FIRST_MILLIS));
    return new Result(
        "scripts",
        ("Conditions over %,d documents of about %,d bytes, and durable writes of %d items in one"
                + " request with the default index. Then servers as the launcher starts them:"
                + " one that is given its first procedure, and one that finds it in its data.")
            .formatted(documents, QueryDocuments.JSON_BYTES, ScriptRequests.ITEMS),
        List.of(table, ScriptStarts.table(starts)),
        goals,
        true);
  }

  /** Some of these requests take seconds on a busy machine, and a turn needs several. */
  private static Setting longer(Setting setting) {
    return new Setting(
        setting.scratch(), setting.rounds(), QUERY_TURNS * setting.millis(), setting.progress());
  }

  /**
   * @param limits label of the side that each script is compared with
   */
  private static void add(
      FigureTable table,
      List<Result.Goal> goals,
      HttpTurns turns,
      Map<String, String> limits,
      double goal) {
    for (String label : turns.labels()) {
      String limit = limits.getOrDefault(label, label);
      double times = turns.timesLonger(label, limit);
      table.row(
          label,
          turns.latencyMillis(label, 50),
          turns.cpuMicros(label) / 1000,
          times,
          turns.cpuMicros(label) / turns.cpuMicros(limit),
          limit.equals(label) ? "–" : limit);
      if (!limit.equals(label)) {
        goals.add(
            new Result.Goal(
                "%s: at most %.0f × %s".formatted(label, goal, limit),
                "%.2f ×".formatted(times),
                times <= goal));
      }
    }
  }
}
