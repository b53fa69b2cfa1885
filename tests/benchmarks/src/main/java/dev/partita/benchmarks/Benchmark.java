package dev.partita.benchmarks;

import dev.partita.benchmarks.report.Result;
import java.io.IOException;
import java.util.function.Consumer;

/** Benchmark: a question about performance, and the measurement that answers it. */
interface Benchmark {

  /**
   * Parameters of a run.
   *
   * @param rounds number of rounds, in each of which every side is measured once
   * @param millis how long each side is measured in a round
   * @param progress receives a description of each step
   */
  record Setting(Scratch scratch, int rounds, long millis, Consumer<String> progress) {}

  Result run(Setting setting) throws IOException;
}
