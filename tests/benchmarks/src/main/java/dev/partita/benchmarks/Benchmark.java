package dev.partita.benchmarks;

import dev.partita.benchmarks.report.Result;
import java.io.IOException;
import java.util.function.Consumer;

/** A question about performance, and how it is answered. */
interface Benchmark {

  /**
   * What a benchmark runs with.
   *
   * @param rounds how often the sides of a comparison take turns
   * @param millis how long each turn is measured
   * @param progress told what happens now
   */
  record Setting(Scratch scratch, int rounds, long millis, Consumer<String> progress) {}

  Result run(Setting setting) throws IOException;
}
