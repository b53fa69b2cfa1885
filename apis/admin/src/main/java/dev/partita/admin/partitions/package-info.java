/**
 * What can be seen of physical partitions, and what can be asked of them: start with {@link
 * dev.partita.admin.partitions.PartitionViews} for one container and {@link
 * dev.partita.admin.partitions.ContainerViews} for all; {@link
 * dev.partita.admin.partitions.Operations} has splits and merges carried out and knows how far they
 * are, {@link dev.partita.admin.partitions.Watch} tells whoever watches.
 *
 * <p>What must stay true: looking costs the requests of clients nothing; what is kept for looking
 * is bounded, however many containers there are.
 */
@NullMarked
package dev.partita.admin.partitions;

import org.jspecify.annotations.NullMarked;
