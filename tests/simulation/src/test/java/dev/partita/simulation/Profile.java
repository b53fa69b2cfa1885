package dev.partita.simulation;

import java.util.Random;

/**
 * What a seed is rich in and poor in: each is one in how many rounds, so that some seeds have many
 * crashes and others none, and rare states are reached by seeds that have much of one thing.
 *
 * @param replicas 1 for an engine on a disk, more for a group with leaders
 * @param disturbances crashes, failing syncs, changes of the leader
 * @param reshapes splits and merges
 * @param administration what is done to containers
 * @param jumps of the clock
 * @param yields of threads that read and write the store, so that others come between
 * @param clients how many ask at the same time
 * @param advances how often the disk or the log goes on, of a hundred rounds
 */
record Profile(
    int replicas,
    int disturbances,
    int reshapes,
    int administration,
    int jumps,
    int yields,
    int clients,
    int advances) {

  /** So rarely that it does not happen. */
  static final int NEVER = 1 << 30;

  static Profile of(Random random) {
    return new Profile(
        1,
        oneOf(random, NEVER, 1500, 500, 150),
        oneOf(random, NEVER, 200, 60, 25),
        oneOf(random, NEVER, 400, 150),
        oneOf(random, NEVER, 500, 100),
        oneOf(random, NEVER, 20, 4),
        oneOf(random, 2, 4, 8),
        oneOf(random, 3, 10, 30));
  }

  Profile withReplicas(int count) {
    return new Profile(
        count, disturbances, reshapes, administration, jumps, yields, clients, advances);
  }

  private static int oneOf(Random random, int... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
