/**
 * Where replicas and leaders belong, and how they get there. {@link
 * dev.partita.cluster.placement.Placement} decides, as a function of the {@link
 * dev.partita.cluster.ClusterMap}; {@link dev.partita.cluster.placement.PlacementDriver} carries
 * out, at the leader of the catalogue's group alone.
 *
 * <p>What must stay true: a step that was begun is written down first, so that whoever leads next
 * goes on with it; and no step takes away a voter that a group needs.
 */
@NullMarked
package dev.partita.cluster.placement;

import org.jspecify.annotations.NullMarked;
