package dev.partita.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Whole engines through everything that seeds come up with. Every build tries a few; more, from
 * another one on, are tried with the properties {@code partita.simulation.seeds} and {@code
 * partita.simulation.first}.
 */
class SimulationTest {

  static final List<Simulation.Setting> SETTINGS =
      List.of(
          Simulation.Setting.SINGLE_NODE,
          Simulation.Setting.REPLICA_SET,
          Simulation.Setting.CLUSTER);

  static final long FIRST = Long.getLong("partita.simulation.first", 1);
  static final int SEEDS = Integer.getInteger("partita.simulation.seeds", 24);

  private static final int REPORTED = 10;

  @ParameterizedTest
  @FieldSource("SETTINGS")
  void keepsItsPromises(Simulation.Setting setting) {
    List<SimulationFailure> failures = new ArrayList<>();
    for (long seed = FIRST; seed < FIRST + SEEDS && failures.size() < REPORTED; seed++) {
      try {
        Simulation.run(seed, setting, Context.Faults.NONE);
      } catch (SimulationFailure e) {
        failures.add(e);
      }
    }
    assertThat(failures).isEmpty();
  }

  @ParameterizedTest
  @FieldSource("SETTINGS")
  void doesTheSameForTheSameSeed(Simulation.Setting setting) {
    long first = Simulation.run(FIRST, setting, Context.Faults.NONE);

    assertThat(Simulation.run(FIRST, setting, Context.Faults.NONE)).isEqualTo(first);
    assertThat(Simulation.run(FIRST + 1, setting, Context.Faults.NONE)).isNotEqualTo(first);
  }
}
