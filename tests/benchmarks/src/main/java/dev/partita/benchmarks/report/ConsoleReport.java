package dev.partita.benchmarks.report;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Report that prints results as they come or, as JSON, at the end. Not for use by several threads.
 */
public final class ConsoleReport {

  private final PrintWriter out;
  private final boolean json;
  private final JsonObject.Builder document = JsonObject.builder();
  private final List<JsonValue> results = new ArrayList<>();

  public ConsoleReport(PrintWriter out, boolean json) {
    this.out = out;
    this.json = json;
  }

  public void begin(Machine machine) {
    if (json) {
      document.put("machine", machine.toJson());
    } else {
      out.println(machine.toText());
    }
  }

  public void add(Result result) {
    if (json) {
      results.add(toJson(result));
      return;
    }
    out.println("## " + result.name());
    out.println();
    out.println(result.about());
    out.println();
    result.tables().forEach(table -> out.println(table.toText()));
    for (Result.Goal goal : result.goals()) {
      out.println(
          "- " + (goal.met() ? "met" : "MISSED") + ": " + goal.text() + ": " + goal.measured());
    }
    out.println();
  }

  public void end() {
    if (json) {
      out.println(document.put("benchmarks", JsonArray.of(results)).build());
    }
  }

  private static JsonObject toJson(Result result) {
    return JsonObject.builder()
        .put("name", result.name())
        .put("about", result.about())
        .put("sound", result.sound())
        .put("tables", JsonArray.of(result.tables().stream().map(FigureTable::toJson).toList()))
        .put(
            "goals",
            JsonArray.of(
                result.goals().stream()
                    .map(
                        goal ->
                            JsonObject.builder()
                                .put("goal", goal.text())
                                .put("measured", goal.measured())
                                .put("met", goal.met())
                                .build())
                    .toList()))
        .build();
  }
}
