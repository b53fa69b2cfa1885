package dev.partita.benchmarks;

import dev.partita.benchmarks.Benchmark.Setting;
import dev.partita.benchmarks.http.HttpLoad;
import dev.partita.benchmarks.http.ServerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Alternating measurement of several servers under the same load. Not for use by several threads.
 */
final class HttpTurns {

  static final long WARM_UP_MILLIS = 6_000;

  /** Server and its requests, with the label of its figures. */
  record Side(
      String label, ServerProcess server, boolean tls, Supplier<byte[]> requests, int status) {}

  private final Setting setting;
  private final int clients;
  private final long warmUpMillis;
  private final Map<String, List<Measurement>> turns = new LinkedHashMap<>();

  HttpTurns(Setting setting, int clients) {
    this(setting, clients, WARM_UP_MILLIS);
  }

  /**
   * @param warmUpMillis how long each side is loaded before it is measured
   */
  HttpTurns(Setting setting, int clients, long warmUpMillis) {
    this.setting = setting;
    this.clients = clients;
    this.warmUpMillis = warmUpMillis;
  }

  /** Measures the sides in turns; results are kept by label. */
  void compare(List<Side> sides) throws IOException {
    for (Side side : sides) {
      setting.progress().accept("warming up: " + side.label());
      turn(side, warmUpMillis);
    }
    for (int round = 1; round <= setting.rounds(); round++) {
      for (Side side : sides) {
        setting.progress().accept("round " + round + ": " + side.label());
        add(side.label(), turn(side, setting.millis()));
      }
    }
  }

  /** Adds a measurement that was made elsewhere. */
  void add(String label, Measurement turn) {
    turns.computeIfAbsent(label, _ -> new ArrayList<>()).add(turn);
  }

  private Measurement turn(Side side, long millis) throws IOException {
    try (HttpLoad load =
        new HttpLoad(side.server().port(), side.tls(), clients, side.requests(), side.status())) {
      load.measure(300);
      long cpuNanos = side.server().cpuNanos();
      HttpLoad.Counted counted = load.measure(millis);
      cpuNanos = side.server().cpuNanos() - cpuNanos;
      return new Measurement(
          counted.perSecond(),
          cpuNanos / 1e3 / Math.max(1, counted.answers()),
          counted.latencies());
    }
  }

  /** Labels in the order in which they were first measured. */
  Set<String> labels() {
    return turns.keySet();
  }

  double perSecond(String label) {
    return median(label, Measurement::operationsPerSecond);
  }

  double ratio(String label, String limit) {
    return Ratio.of(of(label), of(limit)).median();
  }

  /**
   * Ratio of response times: for requests that are too slow for their number in a turn to be exact.
   */
  double timesLonger(String label, String limit) {
    List<Double> times = new ArrayList<>();
    for (int i = 0; i < of(label).size(); i++) {
      times.add(meanNanos(of(label).get(i)) / meanNanos(of(limit).get(i)));
    }
    return Measurement.median(times);
  }

  private static double meanNanos(Measurement turn) {
    if (turn.latencies().getTotalCount() == 0) {
      throw new IllegalStateException(
          "No request was answered in a turn; --millis makes it longer.");
    }
    return turn.latencies().getMean();
  }

  double cpuMicros(String label) {
    return median(label, Measurement::cpuMicrosPerOperation);
  }

  /** Median over the turns of the ratio of processor time per request. */
  double cpuRatio(String label, String limit) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < of(label).size(); i++) {
      ratios.add(
          of(label).get(i).cpuMicrosPerOperation() / of(limit).get(i).cpuMicrosPerOperation());
    }
    return Measurement.median(ratios);
  }

  double latencyMillis(String label, double percentile) {
    return median(label, turn -> turn.latencyMillis(percentile));
  }

  private double median(String label, ToDoubleFunction<Measurement> figure) {
    return Measurement.median(of(label), figure);
  }

  private List<Measurement> of(String label) {
    return turns.getOrDefault(label, List.of());
  }
}
