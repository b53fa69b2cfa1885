package dev.partita.benchmarks.report;

import java.util.List;

/**
 * Result of a benchmark. Immutable.
 *
 * @param sound whether the database worked correctly: goals may be missed, this not
 */
public record Result(
    String name, String about, List<FigureTable> tables, List<Goal> goals, boolean sound) {

  /** Goal, and whether it was reached. */
  public record Goal(String text, String measured, boolean met) {}
}
