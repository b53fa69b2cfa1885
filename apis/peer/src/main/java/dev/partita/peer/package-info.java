/**
 * The connections between the nodes of a cluster: {@link dev.partita.peer.PeerNetwork} is the
 * {@link dev.partita.replication.peer.Peers} that consensus and forwarding talk through. Start
 * there. Between two nodes each opens connections to the other, one for each lane, over which its
 * requests go and their answers come back; both ends prove with certificates which node they are.
 * Who is there, and what has to be wrong for a node to be refused, is said by {@link
 * dev.partita.peer.PeerHealth}.
 *
 * <p>What must stay true: a request fails with {@link dev.partita.replication.peer.PeerUnavailable}
 * only if not one byte of it has left; requests of a lane are handed over in their order; what is
 * held for a node is bounded; nobody is listened to who has not shown a certificate of the
 * cluster's authority, in its own name.
 */
@NullMarked
package dev.partita.peer;

import org.jspecify.annotations.NullMarked;
