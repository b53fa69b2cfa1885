/**
 * Containers at work: {@link dev.partita.container.Engine} opens a store and everything in it,
 * {@link dev.partita.container.Containers} makes, finds and deletes containers, {@link
 * dev.partita.container.Container} routes work to the physical partition that owns a position,
 * {@link dev.partita.container.ThroughputAdministration} changes what may be spent, {@link
 * dev.partita.container.Reshaper} splits and merges partitions, {@link
 * dev.partita.container.Housekeeping} does in the background what nobody asks for, {@link
 * dev.partita.container.Timers} has due timers handled by the models, {@link
 * dev.partita.container.Jobs} carries on long work. What an engine runs on, threads, time,
 * randomness and the log of its writes, is given to it: {@link
 * dev.partita.container.EngineRuntime}.
 *
 * <p>What must stay true: at every moment each position has exactly one partition that accepts
 * writes for it, and that is the one the catalogue's durable record names. What is open follows the
 * catalogue by listening to it.
 */
@NullMarked
package dev.partita.container;

import org.jspecify.annotations.NullMarked;
