package dev.partita.telemetry;

import java.util.ArrayList;
import java.util.List;

/**
 * A metric with all its series at one moment.
 *
 * @param name as Prometheus writes it, with the unit at its end
 */
record Family(String name, Type type, String help, List<Sample> samples) {

  enum Type {
    COUNTER,
    GAUGE,
    HISTOGRAM
  }

  /** One label of a series. */
  record Label(String name, String value) {}

  /** A series. */
  sealed interface Sample {

    List<Label> labels();
  }

  record Value(List<Label> labels, double value) implements Sample {}

  /**
   * A distribution.
   *
   * @param bounds the upper ends of the buckets but the last, which has none
   * @param counts how many were in each bucket, not in the ones before
   * @param sum of all that was measured
   */
  record Distribution(List<Label> labels, double[] bounds, long[] counts, double sum)
      implements Sample {}

  static Family counter(String name, String help) {
    return new Family(name, Type.COUNTER, help, new ArrayList<>());
  }

  static Family gauge(String name, String help) {
    return new Family(name, Type.GAUGE, help, new ArrayList<>());
  }

  static Family histogram(String name, String help) {
    return new Family(name, Type.HISTOGRAM, help, new ArrayList<>());
  }

  Family add(List<Label> labels, double value) {
    samples.add(new Value(labels, value));
    return this;
  }

  /** Counts beyond what a double has exactly are rounded, as all who read them do. */
  Family add(List<Label> labels, long value) {
    return add(labels, (double) value);
  }

  Family add(double value) {
    return add(List.of(), value);
  }

  Family add(long value) {
    return add(List.of(), value);
  }

  static List<Label> labels(String... namesAndValues) {
    List<Label> labels = new ArrayList<>(namesAndValues.length / 2);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      labels.add(new Label(namesAndValues[i], namesAndValues[i + 1]));
    }
    return labels;
  }
}
