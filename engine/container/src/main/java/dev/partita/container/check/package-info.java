/**
 * The check of stored data: {@link dev.partita.container.check.StoreCheck} walks through a store
 * that nobody writes to, follows every reference in both directions, counts everything again, and
 * says where data contradicts itself. It changes nothing.
 *
 * <p>It knows catalogue, partition maps, records, change logs and sizes. What the records and index
 * entries of a container mean is known to the layer above, which takes part as a {@link
 * dev.partita.container.check.Layer}.
 *
 * <p>What must stay true: the memory it takes depends on the number of containers and partitions,
 * not on that of records; a sound store has no findings, whatever it went through.
 */
@NullMarked
package dev.partita.container.check;

import org.jspecify.annotations.NullMarked;
