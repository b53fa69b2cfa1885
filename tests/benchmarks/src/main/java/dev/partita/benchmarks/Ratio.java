package dev.partita.benchmarks;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Ratio of the rates of two sides that were measured in turns. Each turn is compared with the other
 * side's turn of the same round, so that temporary slowness of the machine affects both.
 */
record Ratio(double median, double least, double most) {

  static Ratio of(List<Measurement> side, List<Measurement> limit) {
    List<Double> ratios =
        IntStream.range(0, side.size())
            .mapToObj(i -> side.get(i).operationsPerSecond() / limit.get(i).operationsPerSecond())
            .sorted()
            .toList();
    return new Ratio(Measurement.median(ratios), ratios.getFirst(), ratios.getLast());
  }
}
