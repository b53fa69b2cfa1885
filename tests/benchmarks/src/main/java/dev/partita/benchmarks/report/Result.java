package dev.partita.benchmarks.report;

import java.util.List;

/**
 * What a benchmark found.
 *
 * @param sound whether the database did what it must: goals may be missed, this not
 */
public record Result(
    String name, String about, List<Table> tables, List<Goal> goals, boolean sound) {

  /** Something to reach, and whether it was. */
  public record Goal(String text, String measured, boolean met) {}
}
