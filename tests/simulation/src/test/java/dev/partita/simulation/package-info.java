/**
 * Simulation of whole engines: one seed decides what clients ask, when the disk syncs, where
 * crashes, failures and changes of the leader come, and in which order everything runs. {@link
 * dev.partita.simulation.SimulationTest} is where to start; {@link
 * dev.partita.simulation.Simulation} is one run of a seed.
 *
 * <p>What must stay true: a seed decides everything, so that a failure can be had again. There is
 * one thread; those of the engine are virtual ones that {@link
 * dev.partita.simulation.DeterministicScheduler} lets run one at a time. Time is that of the
 * simulation. Nothing iterates over what has the order of identity hashes.
 */
@NullMarked
package dev.partita.simulation;

import org.jspecify.annotations.NullMarked;
