/**
 * How a program becomes a node of a cluster and stays one: {@link
 * dev.partita.peer.membership.ClusterNode} runs one. The first node {@linkplain
 * dev.partita.peer.membership.ClusterFolder#found founds} the cluster with an authority of its own;
 * others {@linkplain dev.partita.peer.membership.Joining join} with a {@link
 * dev.partita.peer.membership.JoinToken}. Tokens and numbers are kept by a {@link
 * dev.partita.peer.membership.Membership}, which is the catalogue's business.
 *
 * <p>What must stay true: a private key of a node never leaves it; the key of the authority goes to
 * voters of the catalogue only, over connections on which they have proved who they are; a token is
 * good once, for a while, and is kept as a hash only; a node's number is never given again.
 */
@NullMarked
package dev.partita.peer.membership;

import org.jspecify.annotations.NullMarked;
