package dev.partita.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Paged queries come to the results of the plain executor. */
final class DifferentialTest {

  private static final int SEEDS = Integer.getInteger("partita.fuzz.seeds", 64);
  private static final long FIRST_SEED = Long.getLong("partita.fuzz.first", 1);

  @Test
  void pagesHoldWhatThePlainExecutorFinds(@TempDir Path folder) {
    int compared = 0;
    for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
      compared += DifferentialFuzz.run(seed, folder);
    }
    // Most queries are valid, or the comparison would prove little.
    assertThat(compared).isGreaterThan(SEEDS * DifferentialFuzz.QUERIES_PER_SEED / 2);
  }
}
