package dev.partita.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.container.Container;
import dev.partita.container.ReshapeStep;
import dev.partita.document.Precondition;
import dev.partita.json.JsonObject;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Kills an engine and inspects its folder. Longer runs: {@code -Dpartita.crash.rounds=200}; the
 * same run again as far as threads allow: {@code -Dpartita.crash.seed=…}.
 */
class CrashTest {

  private static final int ROUNDS = Integer.getInteger("partita.crash.rounds", 5);
  private static final long SEED = Long.getLong("partita.crash.seed", 20_261_115);

  @TempDir private Path parent = Path.of("");

  private final FastClock clock = FastClock.startingNow();
  private final Model model = new Model();

  /**
   * Crashes follow each other in the same folder, so that a crash happens on top of recovered data.
   */
  @Test
  @Timeout(3_600)
  void keepsWhatItAcknowledgedWheneverItIsKilled() throws Exception {
    System.out.println("Rounds: " + ROUNDS + ", -Dpartita.crash.seed=" + SEED);
    Random random = new Random(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      long before = model.acknowledged();
      try (Victim victim = Victim.start(folder(), clock, model, round, random.nextLong())) {
        if (round % 4 == 3) {
          // At a random time, possibly before or while the folder is opened.
          victim.awaitMillis(100 + random.nextInt(700));
        } else {
          victim.awaitAcknowledged(50 + random.nextInt(400));
          victim.awaitMillis(random.nextInt(20));
        }
        victim.kill();
      }
      System.out.println(
          "Round " + round + ": killed after " + (model.acknowledged() - before) + " answers");
      Inspection.run(folder(), clock, model, _ -> {});
    }
    assertThat(model.acknowledged()).isGreaterThan(100);
  }

  @ParameterizedTest
  @EnumSource
  @Timeout(60)
  void keepsWhatItAcknowledgedWhenKilledAt(ReshapeStep step) throws Exception {
    try (Victim victim =
        Victim.start(folder(), clock, model, 0, SEED + step.name().hashCode(), step.name())) {
      victim.awaitStep();
      victim.kill();
    }
    Inspection.run(folder(), clock, model, CrashTest::goOn);
  }

  /** Splits, merges and writes on the recovered engine. */
  private static void goOn(World world) {
    for (String name : World.CONTAINERS) {
      Container container = world.container(name);
      for (int i = 0; i < 20; i++) {
        world
            .items(name)
            .upsert(
                null,
                JsonObject.builder().put("id", "new").put("pk", "n" + i).build(),
                Precondition.NONE);
      }
      int partitions = container.partitions().size();
      world.engine().reshaper().split(container, container.partitions().getFirst().number());
      assertThat(container.partitions()).hasSize(partitions + 1);
      world
          .engine()
          .reshaper()
          .merge(
              container,
              container.partitions().get(0).number(),
              container.partitions().get(1).number());
      assertThat(container.partitions()).hasSize(partitions);
    }
    world.engine().housekeeping().round();
  }

  private Path folder() {
    return parent.resolve("data");
  }
}
