/**
 * Containers at work: {@link dev.partita.container.Engine} opens a store and everything in it,
 * {@link dev.partita.container.Container} routes work to the physical partition that owns a
 * position, {@link dev.partita.container.Reshaper} splits and merges partitions, {@link
 * dev.partita.container.Housekeeping} does in the background what nobody asks for.
 *
 * <p>What must stay true: at every moment each position has exactly one partition that accepts
 * writes for it, and that is the one the catalogue's durable record names.
 */
@NullMarked
package dev.partita.container;

import org.jspecify.annotations.NullMarked;
