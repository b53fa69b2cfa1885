/**
 * How what a partition has evaluated becomes durable. A partition proposes the effect of what it
 * evaluated to a {@link dev.partita.replication.ReplicationLog}; everything above does not know
 * whether that writes to the local disk or reaches a majority of replicas first.
 *
 * <p>What must stay true: only the {@link dev.partita.replication.Leadership leader} of a
 * replication group evaluates and proposes, and what was evaluated in one term is never committed
 * in another. A {@link dev.partita.replication.Proposal} is committed, applied, certainly lost, or
 * of unknown outcome; nothing is lost in silence.
 */
@NullMarked
package dev.partita.replication;

import org.jspecify.annotations.NullMarked;
