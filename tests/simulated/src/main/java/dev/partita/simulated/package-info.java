/**
 * What simulations put in the place of the world: {@link dev.partita.simulated.SimulatedGroup} is a
 * replication group and its log, {@link dev.partita.simulated.SimulatedDisk} a disk that forgets
 * what was not synced. Both obey the contracts of what they stand for, in the least convenient way,
 * and decide nothing but by the numbers of the one who asks.
 *
 * <p>What must stay true: the module is used in test scope only, and needs nothing above {@code
 * engine/replication}.
 */
@NullMarked
package dev.partita.simulated;

import org.jspecify.annotations.NullMarked;
