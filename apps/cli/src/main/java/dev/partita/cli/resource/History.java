package dev.partita.cli.resource;

import dev.partita.cli.shell.Output;
import dev.partita.client.ValueText;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.util.List;

/** Load of partitions over time, one line of bars for each partition, oldest on the left. */
final class History {

  private static final String LEVELS = " ▁▂▃▄▅▆▇█";
  private static final int WIDTH = 60;

  private History() {}

  static void print(Output output, JsonObject history) {
    List<JsonObject> partitions = PartitionCommands.objects(history.at("partitions"));
    if (partitions.isEmpty()) {
      output.note("Nothing is known yet.");
      return;
    }
    output.text("%-6s %-60s %9s %7s".formatted("ID", "USED, OLDEST FIRST", "HIGHEST", "429s"));
    for (JsonObject partition : partitions) {
      double[] used = numbers(partition.at("normalisedPercent"));
      double highest = 0;
      for (double value : used) {
        highest = Math.max(highest, value);
      }
      double throttled = 0;
      for (double value : numbers(partition.at("throttled"))) {
        throttled += value;
      }
      output.text(
          "%-6s %-60s %7.0f %% %7.0f"
              .formatted(ValueText.plain(partition.at("id")), line(used), highest, throttled));
    }
    output.out().flush();
  }

  /** Several samples share a bar where there are more of them than columns; the highest counts. */
  private static String line(double[] values) {
    int bars = Math.min(WIDTH, values.length);
    var line = new StringBuilder();
    for (int bar = 0; bar < bars; bar++) {
      double highest = 0;
      int to = (int) ((long) (bar + 1) * values.length / bars);
      for (int i = (int) ((long) bar * values.length / bars); i < to; i++) {
        highest = Math.max(highest, values[i]);
      }
      int steps = LEVELS.length() - 1;
      line.append(LEVELS.charAt((int) Math.ceil(Math.clamp(highest / 100, 0, 1) * steps)));
    }
    return line.toString();
  }

  private static double[] numbers(JsonValue list) {
    return list instanceof JsonArray array
        ? array.elements().stream()
            .mapToDouble(value -> value instanceof JsonNumber number ? number.doubleValue() : 0)
            .toArray()
        : new double[0];
  }
}
