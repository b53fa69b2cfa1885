/**
 * How a container's items are divided: a {@link dev.partita.container.map.PartitionScheme} gives
 * every partition key a position on an ordered axis, and a {@link
 * dev.partita.container.map.PartitionMap} cuts that axis into half-open ranges, one for each
 * physical partition.
 *
 * <p>What must stay true: the ranges of a map cover the axis without gap or overlap; a partition's
 * number is never used again; a retired partition can always be traced to those that own its
 * positions now.
 */
@NullMarked
package dev.partita.container.map;

import org.jspecify.annotations.NullMarked;
