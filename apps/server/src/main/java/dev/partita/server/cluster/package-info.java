/**
 * What makes a server a node of a cluster; loaded only where it is one. {@link
 * dev.partita.server.cluster.ClusterMember} opens the folder, finds the others and takes part in
 * the replication groups. Start there.
 *
 * <p>What must stay true: a server that is alone loads nothing of this package, nor of what it
 * uses.
 */
@NullMarked
package dev.partita.server.cluster;

import org.jspecify.annotations.NullMarked;
