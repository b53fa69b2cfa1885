package dev.partita.cli.advice;

import dev.partita.cli.shell.Column;
import dev.partita.cli.shell.Output;
import dev.partita.cli.shell.Units;
import dev.partita.client.ValueText;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Advice for people at a terminal. Pure functions. */
final class AdviceReport {

  private static final int SHOWN = 8;
  private static final int BAR = 24;
  private static final int STEPS = 60;
  private static final String SHADES = " ▁▂▃▄▅▆▇█";

  private static final List<Column> COLUMNS =
      List.of(
          Column.made("KEY", AdviceReport::name),
          Column.made("NEEDS", each -> Units.ruPerSecond(number(each, "requiredThroughput"))),
          Column.made("BUSIEST PARTITION", each -> percent(each, "hottestPartitionShare")),
          Column.made("BUSIEST KEY", each -> percent(each, "hottestKeyShare")),
          Column.made("CROSS-PARTITION", each -> percent(each, "crossPartitionRequestShare")),
          Column.made("429s", each -> Units.count(number(each, "throttledRequests"))),
          Column.made("VALUES", each -> Units.count(number(each, "distinctValues"))),
          Column.made("LARGEST", each -> Units.bytes(number(each, "largestKeyBytes"))),
          Column.made("LIMIT IN", AdviceReport::limit));

  private AdviceReport() {}

  static void print(Output output, JsonObject advice) {
    if (output.isJson()) {
      output.value(advice);
      return;
    }
    for (JsonValue sentence : list(advice.at("sentences"))) {
      output.text(ValueText.plain(sentence));
    }
    output.text("");
    List<JsonObject> candidates = new ArrayList<>();
    JsonObject present = null;
    for (JsonValue each : list(advice.at("candidates"))) {
      if (each instanceof JsonObject candidate) {
        boolean isPresent = candidate.at("present") == JsonBoolean.TRUE;
        if (candidates.size() < SHOWN || isPresent) {
          candidates.add(candidate);
        }
        present = isPresent ? candidate : present;
      }
    }
    output.list(candidates, COLUMNS);
    if (candidates.isEmpty()) {
      return;
    }
    if (present != null && candidates.getFirst().at("present") != JsonBoolean.TRUE) {
      picture(output, "now", present);
    }
    picture(output, "then", candidates.getFirst());
  }

  private static String name(JsonObject candidate) {
    String key = ValueText.plain(candidate.at("key"));
    return candidate.at("present") == JsonBoolean.TRUE ? key + " (now)" : key;
  }

  private static String limit(JsonObject candidate) {
    return candidate.at("daysToLimit") instanceof JsonNumber days
        ? Units.count((double) Math.round(days.doubleValue())) + " days"
        : "";
  }

  private static String percent(JsonObject of, String name) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * number(of, name));
  }

  private static double number(JsonObject of, String name) {
    return of.at(name) instanceof JsonNumber number ? number.doubleValue() : 0;
  }

  /** A line for each partition: what it has of the load in all, and at which time. */
  private static void picture(Output output, String when, JsonObject candidate) {
    List<List<Double>> heat = new ArrayList<>();
    for (JsonValue step : list(candidate.at("heat"))) {
      List<Double> partitions = new ArrayList<>();
      list(step)
          .forEach(
              each ->
                  partitions.add(each instanceof JsonNumber number ? number.doubleValue() : 0.0));
      heat.add(partitions);
    }
    if (heat.isEmpty()) {
      return;
    }
    output.text("");
    output.text("LOAD OF PARTITIONS, " + when + ": " + ValueText.plain(candidate.at("key")));
    int partitions = heat.getFirst().size();
    double total = heat.stream().flatMap(List::stream).mapToDouble(each -> each).sum();
    double most = heat.stream().flatMap(List::stream).mapToDouble(each -> each).max().orElse(0);
    for (int i = 0; i < partitions; i++) {
      double sum = 0;
      StringBuilder time = new StringBuilder();
      for (int step = 0; step < heat.size(); step++) {
        double units = heat.get(step).get(i);
        sum += units;
        if (step * STEPS / heat.size() >= time.length()) {
          time.append(shade(most == 0 ? 0 : units / most));
        }
      }
      double share = total == 0 ? 0 : sum / total;
      int filled = (int) Math.round(share * BAR);
      output.text(
          String.format(
              Locale.ROOT,
              "%4d  %s%s %5.1f %%  %s",
              i,
              "█".repeat(filled),
              "░".repeat(BAR - filled),
              100 * share,
              time));
    }
  }

  private static char shade(double part) {
    return SHADES.charAt((int) Math.ceil(Math.clamp(part, 0, 1) * (SHADES.length() - 1)));
  }

  private static List<JsonValue> list(JsonValue value) {
    return value instanceof JsonArray array ? array.elements() : List.of();
  }
}
