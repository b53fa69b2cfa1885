/**
 * The nodes of a cluster and who keeps what: {@link dev.partita.cluster.ClusterMap} is what one
 * node knows of all of them at a moment, {@link dev.partita.cluster.ClusterStatus} says of it what
 * is wrong and what to do. Where replicas belong is decided in {@code placement}.
 *
 * <p>What must stay true: everything here is a value. What is agreed on (nodes, members of groups,
 * settings) comes from the catalogue, what is measured comes from the nodes, and a decision is a
 * function of both.
 */
@NullMarked
package dev.partita.cluster;

import org.jspecify.annotations.NullMarked;
