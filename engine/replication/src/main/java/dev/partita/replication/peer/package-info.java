/**
 * How nodes of a cluster ask each other: {@link dev.partita.replication.peer.Peers} is all that
 * replication and forwarding know of the network. Start there.
 *
 * <p>What must stay true: who asks can tell a request that has certainly not been carried out from
 * one of which nobody knows, since only the first may be sent again.
 */
@NullMarked
package dev.partita.replication.peer;

import org.jspecify.annotations.NullMarked;
