package dev.partita.benchmarks;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * Result of one turn. Immutable.
 *
 * @param cpuMicrosPerOperation processor time of the whole process, including its background
 *     threads
 * @param latencies latencies of calls, in nanoseconds
 */
record Measurement(double operationsPerSecond, double cpuMicrosPerOperation, Histogram latencies) {

  double latencyMillis(double percentile) {
    return latencies.getValueAtPercentile(percentile) / 1e6;
  }

  static double median(List<Measurement> turns, ToDoubleFunction<Measurement> figure) {
    return median(turns.stream().mapToDouble(figure).boxed().toList());
  }

  static double median(List<Double> figures) {
    List<Double> sorted = figures.stream().sorted(Comparator.naturalOrder()).toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
