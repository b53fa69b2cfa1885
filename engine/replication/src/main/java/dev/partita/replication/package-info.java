/**
 * How a commit becomes durable. A partition hands the effect of what it evaluated to a {@link
 * dev.partita.replication.Replicator}; everything above does not know whether that writes to the
 * local disk or reaches a majority of replicas first.
 */
@NullMarked
package dev.partita.replication;

import org.jspecify.annotations.NullMarked;
